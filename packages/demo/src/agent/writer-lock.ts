import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { NotOpened } from "./thread.ts";

/** SQLite's code when another process has the lock. */
const busy = 5;

/**
 * One writer per thread: a system lock on an empty file, where Codex has its own. It ends with the process in any case; the
 * file stays after a kill, as in Codex. Throws if another process has the thread.
 */
export class WriterLocks {
  readonly #folder: string;
  readonly #held = new Map<string, DatabaseSync>();

  constructor(home: string) {
    this.#folder = join(home, "thread-writer-locks");
  }

  take(thread: string): void {
    if (this.#held.has(thread)) return;
    mkdirSync(this.#folder, { recursive: true });
    // The lock is SQLite's, since Node has none; nothing is ever written, so the file stays empty.
    const file = new DatabaseSync(this.#pathOf(thread), { timeout: 0 });
    try {
      file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    } catch (error) {
      file.close();
      if ((error as { errcode?: number }).errcode !== busy) throw error;
      throw new NotOpened(`thread ${thread} already has an active writer`);
    }
    this.#held.set(thread, file);
  }

  releaseAll(): void {
    for (const [thread, file] of this.#held) {
      rmSync(this.#pathOf(thread), { force: true }); // while held, so that no one else's is removed
      file.close();
    }
    this.#held.clear();
  }

  #pathOf(thread: string): string {
    return join(this.#folder, `${thread}.lock`);
  }
}
