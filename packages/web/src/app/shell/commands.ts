import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Something the palette offers. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** What else it is found by, and where it belongs. */
  readonly hint?: string;
  /** Its key, if it has one. */
  readonly key?: string;
  readonly run: () => void;
}

interface Registered {
  readonly latest: () => readonly Command[];
}

const registered = signal<readonly Registered[]>([]);

/** Those of the current screen first. */
export function allCommands(): readonly Command[] {
  return registered.value
    .map(({ latest }) => latest())
    .reverse()
    .flat();
}

/** Offered in the palette while the caller is on the screen. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const own: Registered = { latest: () => latest.current };
    registered.value = [...registered.peek(), own];
    return () => {
      registered.value = registered.peek().filter((one) => one !== own);
    };
  }, []);
}
