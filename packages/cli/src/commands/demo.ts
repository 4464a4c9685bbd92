import { type Demo, openDemo } from "@reprise/demo";
import { narrate } from "../demo/narrate.ts";
import type { ExitCode } from "../exit.ts";
import type { Command, Job } from "./command.ts";

/** The app on a terminal, otherwise the same walkthrough as text. Removes everything it made at the end. */
export const run: Command = async (job) => {
  const { machine } = job;
  const signal = machine.interruption();
  const demo = await openDemo({ env: machine.env, now: machine.now() });
  try {
    return await shown(job, demo, signal);
  } finally {
    // A second Ctrl-C must not leave half of it behind.
    const release = machine.onInterrupt(() => "goes-on");
    try {
      await demo.cleanup();
    } finally {
      release();
    }
  }
};

async function shown(job: Job, demo: Demo, signal: AbortSignal): Promise<ExitCode> {
  const { stdin, stdout } = job.machine.isTerminal;
  if (!stdin || !stdout || job.values.plain || job.values.json) return narrate(job, demo, signal);
  // Loads the screens only on a terminal.
  const { demoApp } = await import("../app/commands.ts");
  return demoApp(job, demo, signal);
}
