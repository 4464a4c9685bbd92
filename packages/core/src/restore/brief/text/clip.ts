import { cutEnd, cutStart, exactLine, safeLine, safeOutput, safeText } from "./safe-text.ts";

/** A text, or its start and end. Without secrets and control characters. */
export interface Excerpt {
  readonly head: string;
  /** Characters between the two; 0 if `head` is the whole text. */
  readonly leftOutCount: number;
  readonly tail: string;
}

export interface Size {
  readonly head: number;
  readonly tail: number;
}

/** Kept around each part, so no secret is cut before it is recognised. */
const margin = 4096;

/** The start and end of a text, made safe for a prompt on demand. Keeps nothing else in memory. */
export class Clip {
  /** Of the whole text. */
  readonly length: number;
  readonly #size: Size;
  readonly #kind: "said" | "printed";
  readonly #head: string;
  /** Null: `#head` is the whole text. */
  readonly #tail: string | null;
  #excerpt: Excerpt | null = null;

  constructor(text: string, size: Size, kind: "said" | "printed" = "said") {
    const { length } = text;
    this.length = length;
    this.#size = size;
    this.#kind = kind;
    const isShort = length <= size.head + size.tail + 2 * margin;
    const tailStart = length - size.tail - margin;
    this.#head = isShort ? text : copied(text.slice(0, size.head + margin));
    if (isShort) this.#tail = null;
    else this.#tail = size.tail === 0 ? "" : keyBegun(text, tailStart) + copied(text.slice(tailStart));
  }

  get excerpt(): Excerpt {
    this.#excerpt ??= this.#made();
    return this.#excerpt;
  }

  /** The start on one line, with invisible characters shown: for commands, paths and names. */
  exactLine(most: number): string {
    return exactLine(this.#head, most);
  }

  /** The start on one line: for prose. */
  line(most: number): string {
    return safeLine(this.#head, most);
  }

  #made(): Excerpt {
    const safe = this.#kind === "said" ? safeText : safeOutput;
    const { head, tail } = this.#size;
    if (this.#tail !== null) {
      const end = safe(this.#tail);
      // The margin itself may start inside a secret.
      const kept = Math.min(tail, Math.max(0, end.length - margin / 2));
      return gapped(cutEnd(safe(this.#head), head), cutStart(end, kept), this.length);
    }
    const text = safe(this.#head);
    if (text.length <= head + tail) return { head: text, leftOutCount: 0, tail: "" };
    return gapped(cutEnd(text, head), cutStart(text, tail), text.length);
  }
}

function gapped(head: string, tail: string, length: number): Excerpt {
  return { head, tail, leftOutCount: Math.max(1, length - head.length - tail.length) };
}

/** A slice would keep the whole string in memory. Lone surrogates are lost, as intended. */
function copied(text: string): string {
  return decoder.decode(encoder.encode(text));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** If the cut is inside a private key: a header for it, so the rest is recognised. */
function keyBegun(text: string, at: number): string {
  const begin = text.lastIndexOf("PRIVATE KEY-----", at);
  if (begin === -1 || text.slice(Math.max(0, begin - 40), begin).includes("-----END ")) return "";
  return "-----BEGIN PRIVATE KEY-----\n";
}
