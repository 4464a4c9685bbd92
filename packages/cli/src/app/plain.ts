import { runPlain } from "@reprise/tui/plain";
import type { Job } from "../commands/command.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { machineWorld } from "./machine-world.ts";
import { openLines } from "./plain-lines.ts";
import { worldParts } from "./world-parts.ts";

/** The app as plain lines: nothing is redrawn, and nothing depends on colour or position alone. */
export async function plain(job: Job): Promise<ExitCode> {
  const { machine } = job;
  const place = await worldParts(job, (text) => void job.stderr.write(text));
  const lines = openLines(process.stdin, process.stdout, machine);
  const world = machineWorld({
    ...place,
    now: () => machine.now(),
    write: (text) => lines.write(text),
    program: null,
  });
  try {
    await runPlain({ world, lines, isAll: job.values.all });
    return exitCodes.done;
  } finally {
    lines.close();
    await world.close();
  }
}
