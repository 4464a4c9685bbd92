import type { WritingCommand } from "./edit-steps.ts";
import { NamedFiles } from "./named-files.ts";

/** Commands that may have changed a file, up to the turn and later. */
export interface OtherCommands {
  readonly naming: Span;
  readonly any: Span;
}

interface Span {
  readonly earlier: WritingCommand | null;
  readonly later: WritingCommand | null;
}

export function otherCommands(commands: readonly WritingCommand[], turn: number): (path: string) => OtherCommands {
  const [earlier, later] = [new NamedFiles(), new NamedFiles()];
  for (const [place, { turn: at, command }] of commands.entries()) (at <= turn ? earlier : later).note(command, place);
  const last = (isWanted: (command: WritingCommand) => boolean) => commands.findLast(isWanted) ?? null;
  const any = { earlier: last((one) => one.turn <= turn), later: last((one) => one.turn > turn) };
  return (path) => ({
    naming: {
      earlier: commands[earlier.lastNaming(path)] ?? null,
      later: commands[later.lastNaming(path)] ?? null,
    },
    any,
  });
}

export function named(command: WritingCommand | null): string {
  if (command === null) return "A command";
  const line = command.command.trim().split("\n")[0] ?? "";
  return `\`${line.length > 120 ? `${line.slice(0, 120)}…` : line}\` (turn ${command.turn})`;
}
