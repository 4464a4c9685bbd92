import { decodeKittyPrintable, isKeyRelease, parseKey } from "@earendil-works/pi-tui";
import type { Input } from "./input.ts";

/** Lines that one notch of a wheel scrolls. */
const notch = 3;

/** Null for what means nothing to us: releases, reports, other buttons of the mouse. */
export function decodeInput(told: string): Input | null {
  const sequence = inKittysWay(told);
  const mouse = sequence.startsWith("\x1b[<") ? /^(\d+);\d+;\d+[Mm]$/.exec(sequence.slice(3)) : null;
  if (mouse) return wheelOf(Number(mouse[1]));
  if (isKeyRelease(sequence)) return null;
  const text = textOf(sequence);
  if (text !== null) return { type: "key", key: text === " " ? "space" : text, text };
  const key = besides[sequence] ?? parseKey(sequence);
  return key === undefined ? null : { type: "key", key: named[key] ?? key, text: null };
}

/** Xterm tells the same of a key in another order; F1 is the same key whatever lock is on. */
function inKittysWay(sequence: string): string {
  if (!sequence.startsWith("\x1b[")) return sequence;
  const told = sequence
    .slice(2)
    .replace(/^27;(\d+);(\d+)~$/, "$2;$1u")
    .replace(/^1;(?:1|65|129|193)P$/, "P");
  return `\x1b[${told}`;
}

/** What a terminal says of itself when it is asked: nobody's key. */
export function isReport(sequence: string): boolean {
  if (sequence.startsWith("\x1b]")) return true;
  return sequence.startsWith("\x1b[?") && /^[\d;]*\$?[a-z]$/.test(sequence.slice(3));
}

/** What keys are without a protocol for them, they are with one: Ctrl-[ is Esc, and Alt-B goes a word back. */
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

/** Home and End of terminals that count their keys, and F1 as Kitty has it. Enter is a carriage return; a newline is Ctrl-J. */
const besides: Readonly<Record<string, string>> = {
  "\x1b[P": "f1",
  "\x1b[1~": "home",
  "\x1b[7~": "home",
  "\x1b[4~": "end",
  "\x1b[8~": "end",
  "\n": "ctrl+j",
};

function textOf(sequence: string): string | null {
  const told = decodeKittyPrintable(sequence);
  // Keys that write nothing have numbers too: a control's, or a private character's.
  if (told !== undefined) return /^[\p{Cc}\p{Co}]/u.test(told) ? null : told;
  return /^\P{Cc}+$/u.test(sequence) ? sequence : null;
}

function wheelOf(button: number): Input | null {
  if ((button & 64) === 0 || (button & 3) > 1) return null;
  return { type: "wheel", lines: (button & 1) === 0 ? -notch : notch };
}
