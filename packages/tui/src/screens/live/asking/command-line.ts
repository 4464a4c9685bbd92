import { type ConversationCommand, conversationLine, pressedTooEarly } from "@reprise/model";
import type { Input } from "../../../kernel/input.ts";
import type { Ask, Asking } from "./ask.ts";
import { questionOf } from "./press.ts";

/** Commands that need no answer first. */
export const askCommands: readonly ConversationCommand[] = [
  "help",
  "status",
  "diff",
  "export",
  "stop",
  "steer",
  "back",
  "quit",
];

const longest = 500;

/**
 * A slash at a question starts a command, so that the `s` of `/status` allows nothing. Null if the input is for the question,
 * `run` for the Enter that ends the command. Where nothing else is being written, it does so as soon as the question is shown.
 */
export function pressCommand(asking: Asking, ask: Ask, input: Input, isNothingWritten: boolean): Asking | "run" | null {
  const { command } = asking;
  if (input.type === "wheel" || input.type === "resize") return null;
  if (command === null) {
    const isOpen = (asking.guard.isReady || isNothingWritten) && questionOf(asking, ask) === null;
    return isOpen && input.type === "key" && input.text === "/" ? { ...asking, command: "/" } : null;
  }
  if (input.type !== "key") return asking;
  switch (input.key) {
    case "enter":
      return "run";
    case "escape":
      return commandClosed(asking);
    case "backspace":
      return command.length === 1 ? commandClosed(asking) : { ...asking, command: command.slice(0, -1) };
    default:
      return input.text === null || command.length > longest ? asking : { ...asking, command: command + input.text };
  }
}

/** A command that was being written when the question appeared is written on: its next letter is no answer. */
export function commandAt(ask: Ask, written: string): string | null {
  if (ask.kind === "request" && ask.request.questions.length > 0) return null;
  return written.startsWith("/") && conversationLine(written, askCommands).kind !== "text" ? written : null;
}

/** What a line that is closed says besides the name of a command; empty if it is only that. */
export function wordsOf(command: string): string {
  const isText = conversationLine(command, askCommands).kind === "text";
  return isText || /\s\S/.test(command) ? command : "";
}

/** The next key is not an answer yet: it may still be meant for the command. */
export function commandClosed(asking: Asking): Asking {
  return { ...asking, command: null, guard: pressedTooEarly(asking.guard) };
}
