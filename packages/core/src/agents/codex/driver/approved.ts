import { basename } from "node:path";
import type { Settings } from "@reprise/model";
import { hashOf } from "./asked.ts";

/**
 * The hash that today's Codex gives the request for a command which an older log calls approved. Only for just that
 * command: a log may mean all that begin with it, and that is more than can be known.
 */
export function approvedHash(
  command: readonly string[],
  { cwd, sandbox }: Pick<Settings, "cwd" | "sandbox">,
  shell: string,
): string {
  const line = [shell, "-lc", scriptOf(command)].map(quoted).join(" ");
  return hashOf(["command", line, cwd, sandbox]);
}

function scriptOf(command: readonly string[]): string {
  const [program = "", flag, script, ...more] = command;
  const isShell = ["bash", "zsh", "sh"].includes(basename(program)) && (flag === "-lc" || flag === "-c");
  return isShell && script !== undefined && more.length === 0 ? script : command.map(quoted).join(" ");
}

/** As Codex quotes: plain words bare, others in single quotes, those with single quotes in double ones. */
function quoted(word: string): string {
  if (/^[A-Za-z0-9_\-./:=@%+,]+$/.test(word)) return word;
  return word.includes("'") ? `"${word.replace(/[$`"\\]/g, "\\$&")}"` : `'${word}'`;
}
