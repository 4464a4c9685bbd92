import { findSecrets } from "./secrets/find-secrets.ts";
import { isLetterOrDigit, type Secret } from "./secrets/secret.ts";

export const mostHeldBack = 1024;
/** Released text kept as context, for the label of a following value. */
const context = 256;

/** Redacts streamed text however it is split: holds back the last word and labelled values until complete, and keeps no character of a recognised secret. */
export class RedactedStream {
  /** Context, then held-back text. */
  #text = "";
  #givenOut = 0;
  /** The released text ends with a secret that may continue. */
  #isInSecret = false;

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

  end(): string {
    const text = this.#text;
    const given = this.#without(text, findSecrets(text).secrets, text.length);
    this.#text = "";
    this.#givenOut = 0;
    this.#isInSecret = false;
    return given;
  }

  /** A secret longer than the limit: its middle is dropped, its start determines its end. */
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
      // Already labelled when it started.
      if (start >= at || !this.#isInSecret) given += `[redacted ${kind}]`;
      at = Math.min(end, secretEnd);
      this.#isInSecret = true;
    }
    if (at < end) this.#isInSecret = false;
    return given + text.slice(at, end);
  }
}

/** Start of the last run of token characters. */
function lastWordStart(text: string): number {
  let start = text.length;
  while (start > 0 && isTokenPart(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

const tokenParts = new Set([..."_.+/=~%:$@-"].map((character) => character.charCodeAt(0)));

function isTokenPart(code: number): boolean {
  return isLetterOrDigit(code) || tokenParts.has(code);
}
