import { decodeInput, isReport } from "./decode-input.ts";
import type { Input } from "./input.ts";
import { type Piece, pasteEnd, pasteStart, splitInput } from "./split-input.ts";

/** After Esc by itself: whatever has not come by then was pressed by a person. */
const ESCAPE_MS = 30;
/** After the beginning of a sequence, which a slow line may bring in pieces. */
const SEQUENCE_MS = 150;
/** A paste whose end was lost must not swallow the keyboard. */
const PASTE_MS = 2000;

interface InputReader {
  take(bytes: Uint8Array): void;
  close(): void;
}

/** Cuts what a terminal sends into keys, pastes, turns of the wheel and its own reports, also when they come in pieces. */
export function readInput(
  onInput: (input: Input) => void,
  onReport: (report: string) => void = () => {},
): InputReader {
  const decoder = new TextDecoder();
  let rest = "";
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Pieces of a paste that has not ended: joined once, however many there are. */
  let pasting: string[] | null = null;
  let tail = "";

  const tell = (piece: Piece) => {
    if (piece.type === "sequence" && isReport(piece.text)) return onReport(piece.text);
    const input = piece.type === "paste" ? pasteOf(piece.text) : decodeInput(piece.text);
    if (input) onInput(input);
  };
  const flush = () => {
    timer = null;
    const left = rest;
    rest = "";
    if (pasting) {
      const text = pasting.join("");
      pasting = null;
      tell({ type: "paste", text: text.slice(pasteStart.length) });
    } else if (left === "\x1b" || left.length === 2) tell({ type: "sequence", text: left });
    // Half of a longer sequence is nothing that a person typed.
  };
  const wait = () => {
    if (pasting) timer = setTimeout(flush, PASTE_MS);
    else if (rest !== "") timer = setTimeout(flush, rest === "\x1b" ? ESCAPE_MS : SEQUENCE_MS);
  };
  const take = (text: string) => {
    if (pasting) {
      pasting.push(text);
      // The mark of its end may itself come in pieces.
      const hasEnded = (tail + text).includes(pasteEnd);
      tail = (tail + text).slice(-pasteEnd.length);
      if (!hasEnded) return;
      rest = pasting.join("");
      pasting = null;
    } else rest += text;
    const split = splitInput(rest);
    rest = split.rest;
    if (rest.startsWith(pasteStart)) {
      pasting = [rest];
      tail = rest.slice(-pasteEnd.length);
      rest = "";
    }
    for (const piece of split.pieces) tell(piece);
  };
  return {
    take(bytes) {
      if (timer) clearTimeout(timer);
      timer = null;
      take(decoder.decode(bytes, { stream: true }));
      wait();
    },
    close() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

function pasteOf(text: string): Input {
  return { type: "paste", text: text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") };
}
