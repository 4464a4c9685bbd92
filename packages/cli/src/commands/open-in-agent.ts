import { nodeHost } from "@reprise/core";
import { json } from "@reprise/model/json";
import { aboutSession } from "../acting/named-session.ts";
import { checkExclusive, checkHomes } from "../acting/said-settings.ts";
import { agentCommand, openAgent } from "../app/open-agent.ts";
import { exitCodes } from "../exit.ts";
import { copyText } from "../print/copy-text.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  const { values, machine, stdout } = job;
  checkHomes(values);
  checkExclusive(values, ["print", "copy"]);
  const [host, { agents }] = [nodeHost(machine.env), machine];
  const opened = { runner: await job.runner(), library: await job.library(), host, agents };
  const id = job.operands[0] ?? "";
  if (values.print || values.copy || values.json) {
    const found = await aboutSession(job, id, (session) => agentCommand(session, opened));
    if (values.copy) await copyText(job, found.command, "Use --print.");
    if (values.json) await stdout.write(`${json("agent-command", found)}\n`);
    else if (!values.copy) await stdout.write(`${found.command}\n`);
    return exitCodes.done;
  }
  // Ctrl-C is for the program that has the terminal.
  const release = machine.onInterrupt((signal) => (signal === "SIGINT" ? "goes-on" : "ends"));
  try {
    const code = await aboutSession(job, id, (session) => openAgent(session, opened));
    return code === 0 ? exitCodes.done : exitCodes.failed;
  } finally {
    release();
  }
};
