import { runPlain } from "@reprise/tui/plain";
import type { Job } from "../commands/command.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { machineWorld } from "./machine-world.ts";
import { placeOf } from "./place-of.ts";
import { openLines } from "./plain-lines.ts";

/** The app by lines: nothing is drawn twice, and nothing is said by colour or place alone. */
export async function plain(job: Job): Promise<ExitCode> {
  const { surroundings } = job;
  const place = await placeOf(job, (text) => void job.stderr.write(text));
  const lines = openLines(process.stdin, process.stdout, surroundings);
  const world = machineWorld({
    ...place,
    now: () => surroundings.now(),
    write: (text) => lines.write(text),
    program: null,
  });
  try {
    await runPlain({ world, lines, isAll: job.values.all });
    return exitCodes.done;
  } finally {
    lines.close();
    world.close();
  }
}
