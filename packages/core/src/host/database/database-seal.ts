import { statSync } from "node:fs";
import { readStart } from "../files/open-file.ts";
import { replaceFile } from "../files/replace-file.ts";
import { openExclusively } from "./sqlite.ts";

/** `as-left`: unchanged since it was closed. `in-use`: a running process writes to it. `unclosed`: its writer died. `changed`: something else changed it. */
export type DatabaseCondition = "as-left" | "in-use" | "unclosed" | "changed";

const mostBytes = 4096;
const mostWaitMs = 2000;

/** Distinguishes several users in one process. */
let lastWriter = 0;

/**
 * A small file beside a store that says how it was left, so that a change by anything else is noticed. It holds the stamps of
 * the store's files, or while the store is written the names of its writers. Processes take turns: between looking at the
 * files and writing the seal, no other one opens or closes the store.
 */
export class DatabaseSeal {
  readonly #store: string;
  readonly #path: string;
  readonly #writer: string;

  constructor(store: string) {
    lastWriter += 1;
    this.#writer = `${process.pid}.${lastWriter}`;
    this.#store = store;
    this.#path = sealPath(store);
  }

  /** Opens the store, which may write to an empty one. An empty store counts as missing. */
  opening<Opened>(open: (condition: DatabaseCondition) => Opened): Opened {
    return this.#alone(() => {
      const { size } = statSync(this.#store, { throwIfNoEntry: false }) ?? { size: 0 };
      if (size > 0) return open(this.#compared(this.#text()));
      this.#write(openMark([this.#writer]));
      return open("as-left");
    });
  }

  /** Call before a write: a process killed now leaves an unclosed store. */
  break(): void {
    if (writersIn(this.#text()).includes(this.#writer)) return;
    this.#alone(() => this.#write(openMark([...writersIn(this.#text()).filter(isAlive), this.#writer])));
  }

  /** Closes and seals the store, unless someone else still writes or has changed it. */
  closing(close: () => void): void {
    this.#alone(() => {
      const before = this.#text();
      const isChanged = this.#compared(before) === "changed";
      const others = writersIn(before).filter((writer) => writer !== this.#writer && isAlive(writer));
      close();
      if (isChanged) return;
      const after = others.length === 0 ? this.#stamps() : openMark(others);
      if (after !== before) this.#write(after);
    });
  }

  #compared(text: string): DatabaseCondition {
    const writers = writersIn(text);
    if (writers.length > 0) return writers.some(isAlive) ? "in-use" : "unclosed";
    return text === this.#stamps() ? "as-left" : "changed";
  }

  /** Without the lock it proceeds: at worst the store is rebuilt. */
  #alone<Result>(act: () => Result): Result {
    let lock: { close(): void } | null = null;
    try {
      lock = openExclusively(`${this.#path}-lock`, mostWaitMs);
    } catch {}
    try {
      return act();
    } finally {
      lock?.close();
    }
  }

  #stamps(): string {
    return `${stampOf(this.#store)} ${stampOf(`${this.#store}-wal`)}`;
  }

  #text(): string {
    try {
      return readStart(this.#path, mostBytes).toString("utf8");
    } catch {
      // Without a seal the store counts as changed and is rebuilt.
      return "";
    }
  }

  #write(text: string): void {
    try {
      replaceFile(this.#path, text, { isDurable: false });
    } catch {
      // The old seal no longer matches: the store is rebuilt.
    }
  }
}

export function sealPath(store: string): string {
  return `${store}-seal`;
}

function openMark(writers: readonly string[]): string {
  return `open ${writers.join(" ")}`;
}

function writersIn(text: string): string[] {
  return /^open \d+\.\d+(?: \d+\.\d+)*$/.test(text) ? text.split(" ").slice(1) : [];
}

/** An empty log counts as missing. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && found.size > 0n ? `${found.size}-${found.mtimeNs}` : "none";
}

function isAlive(writer: string): boolean {
  try {
    process.kill(Number.parseInt(writer, 10), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
