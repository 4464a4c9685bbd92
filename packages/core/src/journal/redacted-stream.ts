import { findSecrets } from "./secrets/find-secrets.ts";
import { isLetterOrDigit, type Secret } from "./secrets/secret.ts";

/** At most so many characters of a text are held back. */
export const mostHeldBack = 1024;
/** So much of what was given out is kept in memory: the label of a value that follows. */
const context = 256;

/**
 * A text that comes in pieces, given out without recognised secrets however they are split. The last word is held back
 * until it has ended, and so is a labelled value; once a secret is recognised, no character of it is kept.
 */
export class RedactedStream {
  /** What was given out last, then what is held back. */
  #text = "";
  #givenOut = 0;
  /** What was given out last ends with a secret that may continue. */
  #isInSecret = false;

  /** What can be given out now. */
  push(piece: string): string {
    const text = this.#text + piece;
    const { secrets, openFrom } = findSecrets(text);
    const last = secrets.at(-1);
    const wordStart = lastWordStart(text);
    const undecided = Math.min(openFrom, wordStart, last && last.end > wordStart ? last.start : wordStart);
    let end = Math.max(undecided, this.#givenOut);
    const isTooLong = text.length - end > mostHeldBack;
    if (isTooLong && last && last.end > end) return this.#giveOutSecret(text, secrets, last, openFrom);
    if (isTooLong) end = text.length - mostHeldBack / 2;
    const given = this.#without(text, secrets, end);
    const from = Math.max(0, (isTooLong ? end : Math.min(end, undecided)) - context);
    this.#text = text.slice(from);
    this.#givenOut = end - from;
    return given;
  }

  /** The rest: no piece follows. */
  end(): string {
    const text = this.#text;
    const given = this.#without(text, findSecrets(text).secrets, text.length);
    this.#text = "";
    this.#givenOut = 0;
    this.#isInSecret = false;
    return given;
  }

  /** A secret that is longer than what may be held back. Its middle is forgotten; its start tells where it ends. */
  #giveOutSecret(text: string, secrets: readonly Secret[], last: Secret, openFrom: number): string {
    const given = this.#without(text, secrets, last.end);
    const from = Math.max(0, Math.min(openFrom, last.start) - context);
    for (let head = 2 * context; ; head *= 2) {
      const cut = Math.max(from + head, last.end - context);
      const shorter = text.slice(from, from + head) + text.slice(cut);
      const end = shorter.length - (text.length - last.end);
      const isStillFound = findSecrets(shorter).secrets.some((one) => one.start < end && one.end >= end);
      if (!isStillFound && from + head < text.length) continue;
      this.#text = shorter;
      this.#givenOut = end;
      return given;
    }
  }

  #without(text: string, secrets: readonly Secret[], end: number): string {
    let given = "";
    let at = this.#givenOut;
    for (const { start, end: secretEnd, kind } of secrets) {
      if (secretEnd <= at || start >= end) continue;
      given += text.slice(at, Math.max(at, start));
      // What continues was named when it started.
      if (start >= at || !this.#isInSecret) given += `[redacted ${kind}]`;
      at = Math.min(end, secretEnd);
      this.#isInSecret = true;
    }
    if (at < end) this.#isInSecret = false;
    return given + text.slice(at, end);
  }
}

/** Where the run of characters starts that the text ends with and that a token can have. */
function lastWordStart(text: string): number {
  let start = text.length;
  while (start > 0 && isTokenPart(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

const tokenParts = new Set([..."_.+/=~%:$@-"].map((character) => character.charCodeAt(0)));

function isTokenPart(code: number): boolean {
  return isLetterOrDigit(code) || tokenParts.has(code);
}
