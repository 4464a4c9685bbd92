import type { Excerpt } from "./digest.ts";
import { cutEnd, cutStart, safeOutput, safeText } from "./safe-text.ts";

/** The beginning and the end of a text as they were recorded, each with a margin, so that no secret is cut in two. */
export interface Clip {
  readonly head: string;
  /** Null: `head` is all of it. */
  readonly tail: string | null;
  readonly length: number;
}

export interface Size {
  readonly head: number;
  readonly tail: number;
}

const margin = 4096;

/** Holds on to nothing of a long text but what it keeps. */
export function clip(text: string, { head, tail }: Size): Clip {
  const { length } = text;
  if (length <= head + tail + 2 * margin) return { head: text, tail: null, length };
  const tailStart = length - tail - margin;
  return {
    head: copied(text.slice(0, head + margin)),
    tail: tail === 0 ? "" : keyBegun(text, tailStart) + copied(text.slice(tailStart)),
    length,
  };
}

/** Made safe to stand in a prompt. */
export function excerptOf({ head, tail, length }: Clip, size: Size, kind: "said" | "printed"): Excerpt {
  const safe = kind === "said" ? safeText : safeOutput;
  if (tail !== null) {
    const end = safe(tail);
    // The margin itself may begin within a secret.
    const kept = Math.min(size.tail, Math.max(0, end.length - margin / 2));
    return gapped(cutEnd(safe(head), size.head), cutStart(end, kept), length);
  }
  const text = safe(head);
  if (text.length <= size.head + size.tail) return { head: text, leftOutCount: 0, tail: "" };
  return gapped(cutEnd(text, size.head), cutStart(text, size.tail), text.length);
}

function gapped(head: string, tail: string, length: number): Excerpt {
  return { head, tail, leftOutCount: Math.max(1, length - head.length - tail.length) };
}

/** A slice keeps the whole string in memory; this does not. Halves of surrogate pairs are lost, as they must be. */
function copied(text: string): string {
  return decoder.decode(encoder.encode(text));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** When the text goes on within a private key, how that key begins: only so is the rest told to be one. */
function keyBegun(text: string, at: number): string {
  const begin = text.lastIndexOf("PRIVATE KEY-----", at);
  if (begin === -1 || text.slice(Math.max(0, begin - 40), begin).includes("-----END ")) return "";
  return "-----BEGIN PRIVATE KEY-----\n";
}
