import { decodeKittyPrintable, isKeyRelease, parseKey } from "@earendil-works/pi-tui";
import type { Input } from "./input.ts";

/** After a lone Esc: bytes that arrive later are separate key presses. */
const ESCAPE_MS = 30;
/** After the start of a sequence, which a slow line may split. */
const SEQUENCE_MS = 150;
/** A paste without its end marker must not block the keyboard. */
const PASTE_MS = 2000;

interface InputReader {
  take(bytes: Uint8Array): void;
  close(): void;
}

/** Splits terminal input into keys, pastes, wheel turns and reports, also when it arrives in pieces. */
export function readInput(onInput: (input: Input) => void, onReport: (report: string) => void = () => {}): InputReader {
  const decoder = new TextDecoder();
  let rest = "";
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Pieces of an unfinished paste, joined once at its end. */
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
    // An incomplete sequence is not user input.
  };
  const wait = () => {
    if (pasting) timer = setTimeout(flush, PASTE_MS);
    else if (rest !== "") timer = setTimeout(flush, rest === "\x1b" ? ESCAPE_MS : SEQUENCE_MS);
  };
  const take = (text: string) => {
    if (pasting) {
      pasting.push(text);
      // The end marker may itself be split.
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

/** Lines per wheel notch. */
const notch = 3;

/** Null for input we ignore: releases, reports, other mouse buttons. */
function decodeInput(told: string): Input | null {
  const sequence = inKittysWay(told);
  const mouse = sequence.startsWith("\x1b[<") ? /^(\d+);(\d+);(\d+)([Mm])$/.exec(sequence.slice(3)) : null;
  if (mouse) {
    const [button = 0, column = 1, row = 1] = mouse.slice(1, 4).map(Number);
    const at = { row: row - 1, column: column - 1 };
    return wheelOf(button, at) ?? (mouse[4] === "M" ? clickOf(button, at) : null);
  }
  if (isKeyRelease(sequence)) return null;
  const text = textOf(sequence);
  if (text !== null) return { type: "key", key: text === " " ? "space" : text, text };
  const key = besides[sequence] ?? parseKey(sequence);
  return key === undefined ? null : { type: "key", key: named[key] ?? key, text: null };
}

/** Converts xterm's order of fields to Kitty's; drops lock modifiers of F1 and F2. */
function inKittysWay(sequence: string): string {
  if (!sequence.startsWith("\x1b[")) return sequence;
  const told = sequence
    .slice(2)
    .replace(/^27;(\d+);(\d+)~$/, "$2;$1u")
    .replace(/^1;(?:1|65|129|193)([PQ])$/, "$1");
  return `\x1b[${told}`;
}

/** Replies to our queries, not keys. */
function isReport(sequence: string): boolean {
  if (sequence.startsWith("\x1b]")) return true;
  return sequence.startsWith("\x1b[?") && /^[\d;]*\$?[a-z]$/.test(sequence.slice(3));
}

/** Maps protocol keys to their legacy meaning: Ctrl-[ is Esc, Alt-B moves back a word. */
const named: Readonly<Record<string, string>> = {
  return: "enter",
  esc: "escape",
  "ctrl+[": "escape",
  "ctrl+m": "enter",
  "ctrl+i": "tab",
  "ctrl+h": "backspace",
  "shift+backspace": "backspace",
  "shift+ctrl+-": "ctrl+-",
  "shift+ctrl+_": "ctrl+-",
  "alt+b": "alt+left",
  "alt+f": "alt+right",
  "alt+p": "alt+up",
  "alt+n": "alt+down",
};

/** Home and End of terminals that number their keys, and Kitty's F1 and F2. Enter is a carriage return; a newline is Ctrl-J. */
const besides: Readonly<Record<string, string>> = {
  "\x1b[P": "f1",
  "\x1b[Q": "f2",
  "\x1b[1~": "home",
  "\x1b[7~": "home",
  "\x1b[4~": "end",
  "\x1b[8~": "end",
  "\n": "ctrl+j",
};

function textOf(sequence: string): string | null {
  const told = decodeKittyPrintable(sequence);
  // Keys that type nothing report a control or private-use character.
  if (told !== undefined) return /^[\p{Cc}\p{Co}]/u.test(told) ? null : told;
  return /^\P{Cc}+$/u.test(sequence) ? sequence : null;
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

function wheelOf(button: number, at: Cell): Input | null {
  if ((button & 64) === 0 || (button & 3) > 1) return null;
  return { type: "wheel", lines: (button & 1) === 0 ? -notch : notch, ...at };
}

/** Of the left button without modifiers: with one, the terminal selects text. */
function clickOf(button: number, at: Cell): Input | null {
  if (button !== 0) return null;
  return { type: "click", ...at, target: null, isAgain: false };
}

/** One unit of input: a raw key or report, or a whole paste. */
type Piece = { readonly type: "sequence"; readonly text: string } | { readonly type: "paste"; readonly text: string };

interface Split {
  readonly pieces: readonly Piece[];
  /** Incomplete input: the start of a sequence, or a paste without its end. */
  readonly rest: string;
}

const pasteStart = "\x1b[200~";
const pasteEnd = "\x1b[201~";

/** Splits terminal input into units, in linear time. */
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

/** Null if incomplete. */
function sequenceLength(text: string, at: number): number | null {
  const next = text[at + 1];
  if (next === undefined) return null;
  if (next === "\x1b") return 1; // Esc, then another key
  if (next === "[") return controlLength(text, at);
  if (next === "O") return text.length > at + 2 ? 3 : null;
  if (next === "]" || next === "P" || next === "_" || next === "^" || next === "X") return stringLength(text, at);
  return 1 + characterLength(text, at + 1);
}

function controlLength(text: string, at: number): number | null {
  if (text[at + 2] === "M") return text.length >= at + 6 ? 6 : null; // legacy mouse report
  for (let end = at + 2; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code >= 0x40 && code <= 0x7e) return end + 1 - at;
    if (code < 0x20 || code > 0x7e) return end - at; // aborted: what follows is a separate unit
  }
  return null;
}

/** String replies of a terminal, such as colours, up to their terminator. */
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
