import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { playAgent } from "./agent.ts";

/** The agent as a separate program: `reprise demo-agent app-server`, which the demo starts in place of `codex`. */
export async function demoAgent(args: readonly string[]): Promise<void> {
  const { env, stdin, stdout } = process;
  if (args[0] !== "app-server") {
    stdout.write("DEMO: this is the scripted agent; the real one would open its own screens here.\n");
    return;
  }
  if (env.REPRISE_DEMO_PID) writeFileSync(env.REPRISE_DEMO_PID, String(process.pid));
  const home = env.CODEX_HOME || join(env.HOME || "", ".codex");
  // A closed output ends the process, as in Codex.
  stdout.on("error", () => process.exit(1));
  const place = { home, cwd: process.cwd(), clock: () => new Date() };
  await playAgent({ input: stdin, write: (text) => void stdout.write(text), place });
}
