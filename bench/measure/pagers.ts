import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "./command.ts";
import { installed, searchPath } from "./programs.ts";
import { node } from "./reprise.ts";
import { MeasuredTerminal } from "./terminal.ts";

const byHand = join(dirname(dirname(fileURLToPath(import.meta.url))), "peers/by-hand.mjs");
const env = { PATH: searchPath, LANG: "C.UTF-8" };

/** The floor: the lines of a file by plain Node and by hand. */
export function openByHand(mode: "list" | "view", file: string): MeasuredTerminal {
  return new MeasuredTerminal({ program: node, args: [byHand, mode, file], cwd: dirname(file), env });
}

/** `less` at the end of a file, without line numbers; null where it is not installed. */
export function openLess(file: string): MeasuredTerminal | null {
  const program = installed("less");
  if (program === null) return null;
  const command: Command = { program, args: ["-nS", "+G", "-Psready", file], cwd: dirname(file), env };
  return new MeasuredTerminal(command, "\x1b[7mready\x1b[27m\x1b[K");
}
