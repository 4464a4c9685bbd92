import { basename } from "node:path";

/** The program, or the script that an interpreter runs. Null without a command. */
export function programName([program, ...words]: readonly string[]): string | null {
  if (program === undefined) return null;
  const script = words.find((word) => !word.startsWith("-"));
  const path = /^(?:node|bun|deno)/.test(basename(program)) && script !== undefined ? script : program;
  return basename(path).replace(/\.(?:[cm]?[jt]s|exe)$/, "") || null;
}
