import { interruptionBy } from "./interruption.ts";
import { main } from "./main.ts";
import { realMachine } from "./real-machine.ts";

/** Runs the command line in this process. Sets the exit code and lets the streams drain; never cuts them off. */
export async function start(argv: readonly string[], version: string): Promise<void> {
  const interruption = interruptionBy(["SIGINT", "SIGTERM", "SIGHUP"]);
  process.exitCode = await main(argv, realMachine(version, interruption));
  const cause = interruption.cause();
  if (cause !== null) process.kill(process.pid, cause); // our caller expects this of an interrupted program
}
