import { runDemo } from "../demo/run-demo.ts";
import type { Command } from "./command.ts";

/** The screens are loaded only where there is one. */
export const run: Command = (job) =>
  runDemo(job, async (demo, signal) => {
    const { demoApp } = await import("../app/commands.ts");
    return demoApp(job)(demo, signal);
  });
