import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentName, Machine } from "@reprise/testkit";
import { noisePng } from "../ailing/png.ts";
import { claudeScenario } from "./claude-scenario.ts";
import { codexScenario } from "./codex-scenario.ts";
import { geminiScenario } from "./gemini-scenario.ts";
import { opencodeScenario } from "./opencode-scenario.ts";

/** Plays a session with everything that a model can be given beside the words of a person. */
export type Scenario = (machine: Machine) => Promise<void>;

export const scenarios: Readonly<Record<AgentName, Scenario>> = {
  codex: codexScenario,
  claude: claudeScenario,
  gemini: geminiScenario,
  opencode: opencodeScenario,
};

/** Each text that is given to a model begins with this word; no agent says it by itself. */
const marker = /GIVEN-[A-Z]+/g;

/** Two images that differ. */
export const images = { prompt: noisePng(9, 9), file: noisePng(8, 8) };

export const mcpServer = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));

/** Files to be mentioned, read and listed. */
export function writeProject({ scratch }: Machine): { readonly notes: string; readonly picture: string } {
  const notes = join(scratch.workspace, "notes.txt");
  const picture = join(scratch.workspace, "pic.png");
  writeFileSync(notes, "GIVEN-FILE first line\nsecond line\n");
  writeFileSync(picture, Buffer.from(images.file, "base64"));
  return { notes, picture };
}

/** A hook that prints a context for the model. */
export function hookCommand(hookEventName: string, additionalContext: string): string {
  return `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } })}'`;
}

/** All that the model was given by the last request that it was sent in the conversation. */
export function givenIn({ model }: Machine): string[] {
  const last = model.requests.findLast(({ number }) => number !== null);
  const text = JSON.stringify(last?.body);
  const pictures = Object.values(images).filter((base64) => text.includes(base64));
  return [...new Set([...(text.match(marker) ?? []), ...pictures])];
}
