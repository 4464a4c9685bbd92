import { findSecrets } from "./find-secrets.ts";
import { isLetterOrDigit, type Secret } from "./secret.ts";

/** Characters of a text that are held back at most. */
export const mostHeldBack = 1024;
/** Released text kept as context, for the label of a following value. */
const context = 256;

/** Part of a streamed text. Offsets count from its start. */
export interface Decided {
  readonly to: number;
  /** Up to there; the first may have started before the part. */
  readonly secrets: readonly Secret[];
}

/** Finds secrets in streamed text however it is split: leaves the last word and labelled values undecided until complete. */
export class SecretStream {
  /** Context, then undecided text. */
  #text = "";
  #givenOut = 0;
  /** Offset in the stream of what is undecided. */
  #decidedTo = 0;

  push(piece: string): Decided {
    const text = this.#text + piece;
    const { secrets, openFrom } = findSecrets(text);
    const last = secrets.at(-1);
    const wordStart = lastWordStart(text);
    const undecided = Math.min(openFrom, wordStart, last && last.end > wordStart ? last.start : wordStart);
    let end = Math.max(undecided, this.#givenOut);
    const isTooLong = text.length - end > mostHeldBack;
    if (isTooLong && last && last.end > end) return this.#giveOutSecret(text, secrets, last, openFrom);
    if (isTooLong) end = text.length - mostHeldBack / 2;
    const given = this.#decide(secrets, end);
    const from = Math.max(0, (isTooLong ? end : Math.min(end, undecided)) - context);
    this.#text = text.slice(from);
    this.#givenOut = end - from;
    return given;
  }

  /** Decides everything as if the text ended here. A secret that continues is still recognised. */
  flush(): Decided {
    const decided = this.#decide(findSecrets(this.#text).secrets, this.#text.length);
    this.#givenOut = this.#text.length;
    return decided;
  }

  /** A secret longer than the limit: its middle is dropped, its start determines its end. */
  #giveOutSecret(text: string, secrets: readonly Secret[], last: Secret, openFrom: number): Decided {
    const given = this.#decide(secrets, last.end);
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

  #decide(secrets: readonly Secret[], end: number): Decided {
    const from = this.#givenOut;
    const shift = this.#decidedTo - from;
    this.#decidedTo = end + shift;
    const inPart = secrets.flatMap(({ start, end: secretEnd, kind }) =>
      secretEnd <= from || start >= end ? [] : [{ start: start + shift, end: Math.min(end, secretEnd) + shift, kind }],
    );
    return { to: this.#decidedTo, secrets: inPart };
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
