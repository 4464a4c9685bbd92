import { writeSync } from "node:fs";
import { nodeHost, serveThread } from "@reprise/core";
import { indexingJob } from "./index-behind.ts";
import { readingJob } from "./reading-threads.ts";
import { start } from "./start.ts";

/** The command line, or one of the jobs that are no commands. */
export async function program(argv: readonly string[], version: string): Promise<void> {
  const [first, ...rest] = argv;
  if (first === "demo-agent") return playAgent(rest);
  if (first === indexingJob) return indexInBackground(rest);
  if (first === readingJob) return serveThread(nodeHost());
  if (first === "__complete") return completeWords(rest);
  if (first === "__man") return printManPage(version);
  return start(argv, version);
}

/** The program the demo starts in place of an agent. */
async function playAgent(args: readonly string[]): Promise<void> {
  const { demoAgent } = await import("@reprise/demo/agent");
  await demoAgent(args);
}

async function indexInBackground(homes: readonly string[]): Promise<void> {
  const { index } = await import("./lazy-commands.ts");
  await index(homes);
}

/** What completion scripts ask for. */
async function completeWords(words: readonly string[]): Promise<void> {
  const { complete } = await import("./completion/complete.ts");
  await complete(words);
}

/** The build writes it beside the program. */
async function printManPage(version: string): Promise<void> {
  const { manPage } = await import("./arguments/man-page.ts");
  writeSync(1, manPage(version));
}
