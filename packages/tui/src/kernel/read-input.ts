import { decodeKittyPrintable, isKeyRelease, parseKey, StdinBuffer } from "@earendil-works/pi-tui";
import type { Input } from "./input.ts";

/** Lines that one notch of a wheel scrolls. */
const notch = 3;

/** Cuts what a terminal sends into keys, pastes and turns of the wheel, also when they come in pieces. */
export function readInput(onInput: (input: Input) => void): { take(bytes: Buffer): void; close(): void } {
  const buffer = new StdinBuffer({ timeout: 20 });
  buffer.on("data", (sequence: string) => {
    const input = inputOf(sequence);
    if (input) onInput(input);
  });
  buffer.on("paste", (text: string) =>
    onInput({ type: "paste", text: text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") }),
  );
  return { take: (bytes) => buffer.process(bytes), close: () => buffer.destroy() };
}

/** Null for what means nothing to us: releases, reports, other buttons of the mouse. */
export function inputOf(sequence: string): Input | null {
  const mouse = sequence.startsWith("\x1b[<") ? /^(\d+);\d+;\d+[Mm]$/.exec(sequence.slice(3)) : null;
  if (mouse) return wheelOf(Number(mouse[1]));
  if (isKeyRelease(sequence)) return null;
  const text = textOf(sequence);
  if (text !== null) return { type: "key", key: text, text };
  const key = parseKey(sequence);
  return key === undefined
    ? null
    : { type: "key", key: named[key] ?? key, text: key === "space" ? " " : null };
}

const named: Readonly<Record<string, string>> = { return: "enter", esc: "escape" };

function textOf(sequence: string): string | null {
  const kitty = decodeKittyPrintable(sequence);
  if (kitty !== undefined) return kitty;
  return /^\P{Cc}+$/u.test(sequence) ? sequence : null;
}

function wheelOf(button: number): Input | null {
  if ((button & 64) === 0) return null;
  return { type: "wheel", lines: (button & 1) === 0 ? -notch : notch };
}
