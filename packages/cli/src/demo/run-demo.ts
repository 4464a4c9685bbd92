import type { Job } from "../commands/command.ts";
import type { ExitCode } from "../exit.ts";
import { narrate } from "./narrate.ts";
import { type Demo, openDemo } from "./open-demo.ts";

/** Opens the terminal app on the demo; resolves when the person has left it. It ends when the signal says so. */
export type OpenApp = (demo: Demo, signal: AbortSignal) => Promise<ExitCode>;

/** On a terminal the app, where there is one; else the same walk told as text. All that it made is removed at the end. */
export async function runDemo(job: Job, openApp: OpenApp | null = null): Promise<ExitCode> {
  const { surroundings, values } = job;
  const signal = surroundings.interruption();
  const demo = await openDemo({ env: surroundings.env, now: surroundings.now() });
  try {
    const { stdin, stdout } = surroundings.isTerminal;
    const hasScreen = stdin && stdout && !values.plain && !values.json;
    if (hasScreen && openApp !== null) return await openApp(demo, signal);
    return await narrate(job, demo, signal);
  } finally {
    // Whoever presses Ctrl-C once more must not leave half of it behind.
    const release = surroundings.onInterrupt(() => "goes-on");
    try {
      await demo.cleanup();
    } finally {
      release();
    }
  }
}
