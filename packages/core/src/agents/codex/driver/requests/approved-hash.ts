import { basename } from "node:path";
import type { Settings } from "@reprise/model";
import { requestHash } from "../../../driving/request-hash.ts";
import { commandIdentity } from "./work-approval.ts";

/** The hash of a command that an older log marks approved: exactly it, in a sandbox that grants nothing more. Null if folder or sandbox is unknown. */
export function approvedHash(
  command: readonly string[],
  { cwd, sandbox }: Pick<Settings, "cwd" | "sandbox">,
  { shell, home }: { readonly shell: string; readonly home: string },
): string | null {
  const line = [shell, "-lc", scriptOf(command)].map(quoted).join(" ");
  const scope = { home, workspace: cwd, sandbox: sandbox === null ? null : { type: sandbox } };
  return requestHash(commandIdentity(line, cwd, scope));
}

function scriptOf(command: readonly string[]): string {
  const [program = "", flag, script, ...more] = command;
  const isShell = ["bash", "zsh", "sh"].includes(basename(program)) && (flag === "-lc" || flag === "-c");
  return isShell && script !== undefined && more.length === 0 ? script : command.map(quoted).join(" ");
}

/** Quotes like Codex: plain words bare, others single-quoted, those with single quotes double-quoted. */
function quoted(word: string): string {
  if (/^[A-Za-z0-9_\-./:=@%+,]+$/.test(word)) return word;
  return word.includes("'") ? `"${word.replace(/[$`"\\]/g, "\\$&")}"` : `'${word}'`;
}
