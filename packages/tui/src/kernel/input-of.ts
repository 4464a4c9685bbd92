import { decodeKittyPrintable, isKeyRelease, parseKey } from "@earendil-works/pi-tui";
import type { Input } from "./input.ts";

/** Lines that one notch of a wheel scrolls. */
const notch = 3;

/** Null for what means nothing to us: releases, reports, other buttons of the mouse. */
export function inputOf(sequence: string): Input | null {
  const mouse = sequence.startsWith("\x1b[<") ? /^(\d+);\d+;\d+[Mm]$/.exec(sequence.slice(3)) : null;
  if (mouse) return wheelOf(Number(mouse[1]));
  if (isKeyRelease(sequence)) return null;
  const text = textOf(sequence);
  if (text !== null) return { type: "key", key: text === " " ? "space" : text, text };
  const key = besides[sequence] ?? parseKey(sequence);
  return key === undefined ? null : { type: "key", key: named[key] ?? key, text: null };
}

const named: Readonly<Record<string, string>> = { return: "enter", esc: "escape" };

/** Home and End of terminals that count their keys. Enter is a carriage return; a newline is Ctrl-J. */
const besides: Readonly<Record<string, string>> = {
  "\x1b[1~": "home",
  "\x1b[7~": "home",
  "\x1b[4~": "end",
  "\x1b[8~": "end",
  "\n": "ctrl+j",
};

function textOf(sequence: string): string | null {
  const kitty = decodeKittyPrintable(sequence);
  if (kitty !== undefined) return kitty;
  return /^\P{Cc}+$/u.test(sequence) ? sequence : null;
}

function wheelOf(button: number): Input | null {
  if ((button & 64) === 0 || (button & 3) > 1) return null;
  return { type: "wheel", lines: (button & 1) === 0 ? -notch : notch };
}
