import { spawn } from "node:child_process";
import { findProgram, withAbsolutePath } from "@reprise/core";

const programs = [
  ["wl-copy"],
  ["xclip", "-selection", "clipboard"],
  ["pbcopy"],
] as const satisfies readonly (readonly string[])[];

/** Copies the text with the first clipboard program that accepts it, and resolves with its name; null if none does. */
export async function copyToClipboard(text: string): Promise<string | null> {
  for (const [program, ...words] of programs) {
    if (await isTaken(program, words, text)) return program;
  }
  return null;
}

function isTaken(program: string, words: readonly string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Output is ignored, not piped: a background clipboard process would keep a pipe open.
    const path = findProgram(program, process.env);
    if (path === null) return resolve(false);
    const child = spawn(path, words, {
      stdio: ["pipe", "ignore", "ignore"],
      env: withAbsolutePath(process.env) as NodeJS.ProcessEnv,
    });
    child.on("error", () => resolve(false)).on("exit", (code) => resolve(code === 0));
    child.stdin.on("error", () => {}).end(text); // an early exit shows in the exit code
  });
}
