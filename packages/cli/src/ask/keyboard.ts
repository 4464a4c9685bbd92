import type { ReadStream } from "node:tty";

/** A character, or a key that has none. `closed`: the terminal is gone. */
export type Key = string | "escape" | "interrupt" | "enter" | "backspace" | "closed";

export interface Keyboard {
  /** The next key; `closed` for ever once the terminal is gone, and at once when the signal says stop. */
  next(signal?: AbortSignal): Promise<Key>;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** How long what was typed before the question is let pass: it was no answer to it. */
const SETTLE_MS = 60;

export async function openKeyboard(terminal: ReadStream): Promise<Keyboard> {
  const keys: Key[] = [];
  let isSettled = false;
  let wake = () => {};
  const add = (more: readonly Key[]) => {
    if (isSettled) keys.push(...more);
    wake();
  };
  const onInput = (piece: Buffer | string) => add(keysIn(piece.toString()));
  const onEnd = () => {
    isSettled = true;
    add(["closed"]);
  };
  terminal.setRawMode(true);
  terminal.on("data", onInput).on("end", onEnd).on("error", onEnd).resume();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  isSettled = true;
  return {
    async next(signal) {
      while (keys.length === 0) {
        if (signal?.aborted) return "closed";
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal?.addEventListener("abort", () => resolve(), { once: true });
        });
      }
      return keys[0] === "closed" ? "closed" : (keys.shift() ?? "closed");
    },
    close() {
      terminal.off("data", onInput).off("end", onEnd).off("error", onEnd).pause();
      terminal.setRawMode(false);
    },
  };
}

const named: Readonly<Record<string, Key>> = {
  "\u001b": "escape",
  "\u0003": "interrupt",
  "\u0004": "interrupt",
  "\r": "enter",
  "\n": "enter",
  "\u007f": "backspace",
  "\b": "backspace",
};

/** Sequences of arrow and function keys, pasted or pressed, are no key of ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send them
const sequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[^\u001b[O])/g;

export function keysIn(text: string): Key[] {
  return [...text.replace(sequence, "")].flatMap((character) => {
    const key = named[character];
    if (key !== undefined) return [key];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: leaving them out is the purpose
    return /[\u0000-\u001f]/.test(character) ? [] : [character];
  });
}
