import { basename } from "node:path";

/** Our commands that hold a session open. */
const holding = ["acp", "chat", "fork", "open", "project", "replay", "resume", "review", "run", "serve"];

/** The program, or the script that an interpreter runs; ours with its command. Null without one. */
export function programName([program, ...words]: readonly string[]): string | null {
  if (program === undefined) return null;
  const isScript = /^(?:node|bun|deno)/.test(basename(program));
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  const path = isScript && first !== undefined ? first : program;
  const name = basename(path).replace(/\.(?:[cm]?[jt]s|exe)$/, "");
  const command = isScript ? second : first;
  if (name === "reprise" && command !== undefined && holding.includes(command)) return `reprise ${command}`;
  return name || null;
}
