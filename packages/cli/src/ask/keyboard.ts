import type { ReadStream } from "node:tty";
import { GuardedQuestion } from "@reprise/model";
import { restoreBeforeDeath } from "../fatal-signals.ts";
import { sleep } from "../sleep.ts";

/** A character, or a key that has none. `closed`: the terminal is gone. */
export type Key = string | "escape" | "interrupt" | "enter" | "backspace" | "closed";

export interface Keyboard {
  /**
   * The next key; `closed` forever once the terminal is gone, and at once when the signal aborts. `isAlone`: only a key pressed
   * by itself, as an answer is. Keys that arrive together were pasted: they are dropped, and only input after another quiet
   * moment counts.
   */
  next(signal?: AbortSignal, how?: { readonly isAlone: boolean }): Promise<Key>;
  /** For a new question: resolves when no key was pressed for a moment. Drops earlier keys; only Ctrl-C counts at once. */
  quiet(signal?: AbortSignal, ms?: number): Promise<void>;
  close(): void;
}

/** Input this soon after the question was typed before it, so it is dropped. */
const SETTLE_MS = 60;

export async function openKeyboard(
  terminal: ReadStream,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<Keyboard> {
  const keys: { readonly key: Key; readonly isAlone: boolean }[] = [];
  let isSettled = false;
  let guard: GuardedQuestion | null = null;
  let wake = () => {};
  const add = (more: readonly Key[], isAlone: boolean) => {
    for (const key of isSettled ? more : [])
      if (guard === null || guard.accepts() || key === "interrupt" || key === "closed") keys.push({ key, isAlone });
    wake();
  };
  const woken = (signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      signal?.addEventListener("abort", () => resolve(), { once: true });
    });
  const onInput = (piece: Buffer | string) => {
    const [text, more] = [piece.toString(), keysIn(piece.toString())];
    add(more, more.length === 1 && !text.includes(pasteStart));
  };
  const onEnd = () => {
    isSettled = true;
    add(["closed"], true);
  };
  const stopGuard = restoreBeforeDeath(() => terminal.setRawMode(false));
  terminal.setRawMode(true);
  terminal.on("data", onInput).on("end", onEnd).on("error", onEnd).resume();
  await wait(SETTLE_MS);
  isSettled = true;
  const keyboard: Keyboard = {
    async next(signal, { isAlone } = { isAlone: false }) {
      for (;;) {
        while (keys.length === 0) {
          if (signal?.aborted) return "closed";
          await woken(signal);
        }
        const [first] = keys;
        if (first === undefined || first.key === "closed") return "closed";
        keys.shift();
        if (!isAlone || first.isAlone || first.key === "interrupt") return first.key;
        await keyboard.quiet(signal);
      }
    },
    async quiet(signal, ms) {
      keys.splice(0, keys.length, ...keys.filter(({ key }) => key === "closed"));
      const question = new GuardedQuestion(wait, ms);
      guard = question;
      const isOver = question.ready();
      while (keys.length === 0 && !signal?.aborted && !question.isReady) await Promise.race([isOver, woken(signal)]);
      guard = null;
    },
    close() {
      terminal.off("data", onInput).off("end", onEnd).off("error", onEnd).pause();
      terminal.setRawMode(false);
      stopGuard();
    },
  };
  return keyboard;
}

/** Marks the start of a paste. */
const pasteStart = "\u001b[200~";

const named: Readonly<Record<string, Key>> = {
  "\u001b": "escape",
  "\u0003": "interrupt",
  "\u0004": "interrupt",
  "\r": "enter",
  "\n": "enter",
  "\u007f": "backspace",
  "\b": "backspace",
};

/** Sequences of arrow and function keys, pasted or pressed, are ignored. */
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
