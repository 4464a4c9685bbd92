import { builtInAgents } from "@reprise/core";
import { homeFolderOf, mayBeMarked } from "@reprise/core/folders";
import { indexBehind } from "./index-behind.ts";
import { interruptionBy } from "./interruption.ts";
import { main } from "./main.ts";
import { startReadingThreads } from "./reading-threads.ts";
import { realMachine } from "./real-machine.ts";

/** Runs the command line in this process. Sets the exit code and lets the streams drain; never cuts them off. */
export async function start(argv: readonly string[], version: string): Promise<void> {
  await resetTerminal();
  const interruption = interruptionBy(["SIGINT", "SIGTERM", "SIGHUP"]);
  process.exitCode = await main(
    argv,
    realMachine(version, interruption, builtInAgents, { indexBehind, startThreads: startReadingThreads }),
  );
  const cause = interruption.cause();
  if (cause === null) return;
  process.removeAllListeners(cause);
  process.kill(process.pid, cause); // our caller expects this of an interrupted program
}

/** Only where an app was killed on this terminal. */
async function resetTerminal(): Promise<void> {
  const { env, platform } = process;
  if (!mayBeMarked({ env, homeFolder: homeFolderOf(env), platform })) return;
  const { resetAbandoned } = await import("./app/reset-terminal.ts");
  resetAbandoned(env);
}
