import type { WritingCommand } from "./step.ts";

/** Commands that could have changed a file: up to the turn it is wanted at, and later. The last of each, or null. */
export interface RanBesides {
  readonly naming: Span;
  readonly any: Span;
}

interface Span {
  readonly earlier: WritingCommand | null;
  readonly later: WritingCommand | null;
}

/** `name`: below the root. A command names a file by it, or by its last part. */
export function ranBesides(commands: readonly WritingCommand[], turn: number, name: string): RanBesides {
  const word = name.split("/").at(-1) ?? name;
  const pattern = new RegExp(`(?<![\\w.-])${word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}(?![\\w-]|\\.\\w)`);
  return {
    naming: spanOf(
      commands.filter(({ command }) => pattern.test(command)),
      turn,
    ),
    any: spanOf(commands, turn),
  };
}

/** For a sentence. */
export function named(command: WritingCommand | null): string {
  if (command === null) return "A command";
  const line = command.command.trim().split("\n")[0] ?? "";
  return `\`${line.length > 120 ? `${line.slice(0, 120)}…` : line}\` (turn ${command.turn})`;
}

function spanOf(commands: readonly WritingCommand[], turn: number): Span {
  return {
    earlier: commands.findLast((command) => command.turn <= turn) ?? null,
    later: commands.find((command) => command.turn > turn) ?? null,
  };
}
