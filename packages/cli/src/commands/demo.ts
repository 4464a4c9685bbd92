import { type Demo, openDemo } from "@reprise/demo";
import { narrate } from "../demo/narrate.ts";
import type { ExitCode } from "../exit.ts";
import type { Command, Job } from "./command.ts";

/** On a terminal the app, else the same walk told as text. All that it made is removed at the end. */
export const run: Command = async (job) => {
  const { machine } = job;
  const signal = machine.interruption();
  const demo = await openDemo({ env: machine.env, now: machine.now() });
  try {
    return await shown(job, demo, signal);
  } finally {
    // Whoever presses Ctrl-C once more must not leave half of it behind.
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
  // The screens are loaded only where there is one.
  const { demoApp } = await import("../app/commands.ts");
  return demoApp(job, demo, signal);
}
