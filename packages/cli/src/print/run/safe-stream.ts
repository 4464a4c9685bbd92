import { safeText } from "@reprise/model";

export interface SafeStream {
  /** Returns what can be printed now. */
  push(text: string): string;
  /** Returns the text held back. */
  end(): string;
}

/** `safeText` for streamed text. Holds back a split sequence to drop it as a whole; no control character ever gets out. */
export function safeStream(): SafeStream {
  let held = "";
  return {
    push(text) {
      const all = held + text;
      held = unfinished.exec(all.slice(-MOST_HELD))?.[0] ?? "";
      return safeText(all.slice(0, all.length - held.length));
    },
    end() {
      const rest = safeText(held);
      held = "";
      return rest;
    },
  };
}

/** A sequence still open after this many characters is shown as text. */
const MOST_HELD = 4096;

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: finding them is the purpose
/** At the end of the text: the start of anything `safeText` drops, half a surrogate pair, or half a line ending. */
const unfinished = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*$",
    "(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x80-\\x9f\\n]*\\x1b?$",
    "\\x1b[ -/]*$",
    "[\\ud800-\\udbff\\r]$",
  ].join("|"),
);
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: finding them is the purpose
