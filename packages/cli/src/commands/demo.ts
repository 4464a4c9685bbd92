import { type Demo, openDemo, removeScratches } from "@reprise/demo";
import { badUse } from "../arguments/bad-use.ts";
import { narrate } from "../demo/narrate.ts";
import type { ExitCode } from "../exit.ts";
import { restoreBeforeDeath } from "../fatal-signals.ts";
import { portFrom } from "../serving/address.ts";
import { interruptsOf } from "../serving/interrupts.ts";
import type { Command, Job } from "./command.ts";

/** The app on a terminal, with `--page` the page, otherwise the same walkthrough as text. Removes everything it made at the end. */
export const run: Command = async (job) => {
  const { machine, values } = job;
  if (values["demo-page"]) {
    const port = values.port === null ? null : portFrom(values.port);
    // Loads the server only for the page.
    const { demoPage } = await import("../demo/demo-page.ts");
    const signals = interruptsOf(machine);
    try {
      return await withDemo(job, (demo) => demoPage(job, demo, { port, signals }));
    } finally {
      signals.release();
    }
  }
  if (values.port !== null || values["no-browser"]) throw badUse("--port and --no-browser need --page.");
  const signal = machine.interruption();
  return withDemo(job, (demo) => shown(job, demo, signal));
};

async function withDemo({ machine }: Job, show: (demo: Demo) => Promise<ExitCode>): Promise<ExitCode> {
  // A second Ctrl-C ends the program at once, but leaves nothing behind.
  const stop = restoreBeforeDeath(removeScratches);
  try {
    const demo = await openDemo({ env: machine.env, now: machine.now() });
    try {
      return await show(demo);
    } finally {
      const release = machine.onInterrupt(() => "goes-on");
      try {
        await demo.cleanup();
      } finally {
        release();
      }
    }
  } finally {
    stop();
  }
}

async function shown(job: Job, demo: Demo, signal: AbortSignal): Promise<ExitCode> {
  const { stdin, stdout } = job.machine.isTerminal;
  if (!stdin || !stdout || job.values.plain || job.values.json) return narrate(job, demo, signal);
  // Loads the screens only on a terminal.
  const { demoApp } = await import("../app/commands.ts");
  return demoApp(job, demo, signal);
}
