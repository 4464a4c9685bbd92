import type { Demo } from "@reprise/demo";
import type { Job } from "../commands/command.ts";
import type { ExitCode } from "../exit.ts";
import { openApp } from "./open-app.ts";
import { type CommandLineParts, worldParts } from "./world-parts.ts";

export async function app(job: Job): Promise<ExitCode> {
  const told: string[] = [];
  try {
    const place = await worldParts(job, (text) => told.push(text));
    return await openApp(job, place, { screen: "sessions", isAll: job.values.all });
  } finally {
    for (const text of told) await job.stderr.write(text); // not while the app owned the screen
  }
}

/** The app on the demo's machine; ends when the signal aborts. */
export function demoApp(job: Job, demo: Demo, signal: AbortSignal): Promise<ExitCode> {
  const place: CommandLineParts = {
    ...{ env: demo.env, cwd: demo.cwd, homes: undefined, isDemo: true },
    ...{ agents: job.machine.agents, playable: demo.agents },
    library: demo.openLibrary(),
    openRunner: async () => demo.openRunner({ version: job.machine.version }),
  };
  return openApp(job, place, { screen: "sessions" }, signal);
}
