import { randomUUID } from "node:crypto";
import { Readable, Writable } from "node:stream";
import { nodeHost } from "@reprise/core";
import { agentsHere, lastAgentOn, sessionNamesOn } from "@reprise/core/app";
import { checkHomes, saidSettings } from "../acting/said-settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import { exitCodes } from "../exit.ts";
import type { Command } from "./command.ts";

/** Nothing but the protocol is written to stdout. */
export const run: Command = async (job) => {
  const { values, machine } = job;
  checkHomes(values);
  if (machine.isTerminal.stdin)
    throw badUse("reprise acp is started by an editor, and reads its messages from stdin. See docs/acp.md.");
  const { ndJsonStream, serveAcp } = await import("@reprise/acp");
  const host = nodeHost(machine.env);
  const { agents, version } = machine;
  const leaving = new AbortController();
  const release = machine.onInterrupt(() => {
    leaving.abort();
    return "ends";
  });
  const stdin = Readable.toWeb(machine.openStdin()) as ReadableStream<Uint8Array>;
  const stdout = Writable.toWeb(machine.stdout) as WritableStream<Uint8Array>;
  try {
    await serveAcp(
      {
        library: await job.library(),
        runner: await job.runner(),
        version,
        prompts: await machine.openPrompts(),
        names: sessionNamesOn(host),
        agents: () => agentsHere(host, agents),
        lastAgent: lastAgentOn(host, agents),
        agent: values.agent,
        settings: saidSettings(job),
        newId: randomUUID,
      },
      ndJsonStream(stdout, stdin),
      leaving.signal,
    );
  } finally {
    release();
  }
  return exitCodes.done;
};
