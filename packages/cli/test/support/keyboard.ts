import { setImmediate as soon } from "node:timers/promises";
import type { Key, Keyboard } from "../../src/ask/keyboard.ts";

export interface ScriptedKeyboard {
  open(): Keyboard;
  /** Before everything that is still to be pressed. */
  press(key: Key): void;
  openCount: number;
  isOpen: boolean;
}

/** Keys as if pressed one after another, whenever somebody asks; then nobody presses anything any more. */
export function scriptedKeyboard(keys = ""): ScriptedKeyboard {
  const left: Key[] = keys.split(" ").filter((key) => key !== "");
  const keyboard: ScriptedKeyboard = {
    openCount: 0,
    isOpen: false,
    press: (key) => left.unshift(key),
    open() {
      keyboard.openCount += 1;
      keyboard.isOpen = true;
      return {
        next: (signal) => nextOf(left, signal),
        quiet: async () => {},
        close() {
          keyboard.isOpen = false;
        },
      };
    },
  };
  return keyboard;
}

async function nextOf(left: Key[], signal?: AbortSignal): Promise<Key> {
  await soon();
  while (left[0] === "nothing") {
    // Nobody presses anything until the question is withdrawn.
    if (signal?.aborted) {
      left.shift();
      return "closed";
    }
    await soon();
  }
  return left.shift() ?? "closed";
}
