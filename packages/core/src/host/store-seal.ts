import { statSync } from "node:fs";
import { readStart } from "./open-file.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * `as-left`: nothing has changed since its last user closed it. `in-use`: a living process has written to it and not closed
 * it yet. `unclosed`: one that has ended did not. `changed`: something that does not keep the seal has changed it.
 */
export type StoreCondition = "as-left" | "in-use" | "unclosed" | "changed";

const mostBytes = 4096;

/** A small file beside a store that says how it was left, so that a change by anything else is noticed. */
export class StoreSeal {
  readonly #store: string;
  readonly #path: string;

  constructor(store: string) {
    this.#store = store;
    this.#path = sealPath(store);
  }

  /** Asked before the store is opened. An empty store is as good as none. */
  condition(): StoreCondition {
    const { size } = statSync(this.#store, { throwIfNoEntry: false }) ?? { size: 0 };
    return size === 0 ? "as-left" : this.#compared(this.#text());
  }

  /** Before a write: who is killed now leaves an unclosed store. */
  break(): void {
    const text = openMark(process.pid);
    if (this.#text() !== text) this.#write(text);
  }

  /** Closes the store, and seals it, unless another one still writes or something else has changed it. */
  closing(close: () => void): void {
    const before = this.#text();
    const condition = this.#compared(before);
    const isOurs = condition === "in-use" ? before === openMark(process.pid) : condition !== "changed";
    close();
    const text = this.#stamps();
    if (isOurs && text !== before && this.#text() === before) this.#write(text);
  }

  #compared(text: string): StoreCondition {
    const pid = openPattern.exec(text)?.[1];
    if (pid !== undefined) return isAlive(Number(pid)) ? "in-use" : "unclosed";
    return text === this.#stamps() ? "as-left" : "changed";
  }

  #stamps(): string {
    return `${stampOf(this.#store)} ${stampOf(`${this.#store}-wal`)}`;
  }

  #text(): string {
    try {
      return readStart(this.#path, mostBytes).toString("utf8");
    } catch {
      // Without a seal the store counts as changed, and is made again.
      return "";
    }
  }

  #write(text: string): void {
    try {
      replaceFile(this.#path, text, { isDurable: false });
    } catch {
      // An old seal does not fit any more: the store is made again.
    }
  }
}

export function sealPath(store: string): string {
  return `${store}-seal`;
}

const openPattern = /^open (\d+)$/;

function openMark(pid: number): string {
  return `open ${pid}`;
}

/** A log that holds nothing is as good as none. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && found.size > 0n ? `${found.size}-${found.mtimeNs}` : "none";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
