import { setTimeout as passed } from "node:timers/promises";
import type { Chats } from "@reprise/model";
import type { Listening, Server } from "@reprise/web/server";
import type { Job } from "../commands/command.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import type { Interrupts } from "./interrupts.ts";

/** After a second signal: for the agents to be stopped. */
const STOP_MS = 2000;

interface Served {
  readonly server: Server;
  readonly listening: Listening;
  readonly signals: Interrupts;
  readonly graceSeconds: number;
}

/** Waits for a signal, then finishes turns and runs, or parks them; a second signal ends that at once. */
export async function untilStopped(job: Pick<Job, "values" | "stderr">, served: Served): Promise<ExitCode> {
  const { server, listening, signals, graceSeconds } = served;
  await signals.first;
  if (server.runningCount() > 0 && !job.values.json)
    await job.stderr
      .write(`reprise: waiting up to ${graceSeconds} seconds for running turns. Ctrl-C again stops them.\n`)
      .catch(() => {});
  const isStopped = await Promise.race([
    listening.close(graceSeconds * 1000).then(() => false),
    signals.second.then(() => true),
  ]);
  if (!isStopped) return exitCodes.done;
  await soon(listening.close(0));
  return exitCodes.failed;
}

/** For the end of a server, however it came. */
export async function closeChats(chats: Chats): Promise<void> {
  await soon(chats.close(0));
}

async function soon(end: Promise<void>): Promise<void> {
  await Promise.race([end, passed(STOP_MS, undefined, { ref: false })]);
}
