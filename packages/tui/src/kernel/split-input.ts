/** One thing a terminal sent: a key or a report as it came, or a whole paste. */
export type Piece =
  | { readonly type: "sequence"; readonly text: string }
  | { readonly type: "paste"; readonly text: string };

interface Split {
  readonly pieces: readonly Piece[];
  /** What may go on: the beginning of a sequence, or a paste without its end. */
  readonly rest: string;
}

export const pasteStart = "\x1b[200~";
export const pasteEnd = "\x1b[201~";

/** Cuts text of a terminal where one thing ends and the next begins. Linear in its length. */
export function splitInput(text: string): Split {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    if (text.startsWith(pasteStart, at)) {
      const end = text.indexOf(pasteEnd, at + pasteStart.length);
      if (end < 0) break;
      pieces.push({ type: "paste", text: text.slice(at + pasteStart.length, end) });
      at = end + pasteEnd.length;
      continue;
    }
    const length = text[at] === "\x1b" ? sequenceLength(text, at) : characterLength(text, at);
    if (length === null) break;
    pieces.push({ type: "sequence", text: text.slice(at, at + length) });
    at += length;
  }
  return { pieces, rest: text.slice(at) };
}

/** Null when its end has not come yet. */
function sequenceLength(text: string, at: number): number | null {
  const next = text[at + 1];
  if (next === undefined) return null;
  if (next === "\x1b") return 1; // Esc pressed, then something else
  if (next === "[") return controlLength(text, at);
  if (next === "O") return text.length > at + 2 ? 3 : null;
  if (next === "]" || next === "P" || next === "_" || next === "^" || next === "X")
    return stringLength(text, at);
  return 1 + characterLength(text, at + 1);
}

function controlLength(text: string, at: number): number | null {
  if (text[at + 2] === "M") return text.length >= at + 6 ? 6 : null; // the old report of a mouse
  for (let end = at + 2; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code >= 0x40 && code <= 0x7e) return end + 1 - at;
    if (code < 0x20 || code > 0x7e) return end - at; // broken off: what follows is a thing of its own
  }
  return null;
}

/** Answers of a terminal, such as its colours, up to the mark that ends them. */
function stringLength(text: string, at: number): number | null {
  for (let end = at + 2; end < text.length; end += 1) {
    if (text[end] === "\x07") return end + 1 - at;
    if (text[end] !== "\x1b") continue;
    if (end + 1 >= text.length) return null;
    return text[end + 1] === "\\" ? end + 2 - at : end - at;
  }
  return null;
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
