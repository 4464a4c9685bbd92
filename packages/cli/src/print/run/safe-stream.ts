import { safeText } from "@reprise/model";

export interface SafeStream {
  /** What can be printed now of everything that has come. */
  push(text: string): string;
  /** What was held back. */
  end(): string;
}

/**
 * `safeText` for text that comes in pieces. A sequence that is cut in two is held back until its end has come, so that
 * it is dropped as a whole; no control character gets out in any case.
 */
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

/** A sequence that has not ended after this many characters is no sequence: it is shown. */
const MOST_HELD = 4096;

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: finding them is the purpose
/** The beginnings of what `safeText` drops, at the end of the text; half a pair of surrogates; half a line end. */
const unfinished = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*$",
    "(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x80-\\x9f\\n]*\\x1b?$",
    "\\x1b[ -/]*$",
    "[\\ud800-\\udbff\\r]$",
  ].join("|"),
);
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: finding them is the purpose
