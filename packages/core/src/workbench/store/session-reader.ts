import { type FileStamp, isSameStamp } from "../../host/files/files.ts";
import type { Host } from "../../host/host.ts";
import { type LinesOf, type Reading, readSession } from "./read-session.ts";
import type { Timers } from "./timers.ts";

/** What nobody has asked for after that long is read again. */
const keptMs = 60_000;

interface Ahead {
  readonly stamp: FileStamp | null;
  readonly reading: Promise<Reading>;
}

/** Reads saved sessions, some of them before they are asked for. */
export class SessionReader {
  readonly #linesOf: LinesOf;
  readonly #host: Host;
  readonly #timers: Timers;
  readonly #ahead = new Map<string, Ahead>();

  constructor(linesOf: LinesOf, host: Host, timers: Timers) {
    this.#linesOf = linesOf;
    this.#host = host;
    this.#timers = timers;
  }

  /** Throws `unreadable` if the system refuses. */
  async read(path: string): Promise<Reading> {
    const ahead = this.#ahead.get(path);
    this.#ahead.delete(path);
    const reading = await ahead?.reading.catch(() => null);
    // Only what is whole and still so: a key may be here by now.
    if (reading?.kind === "read" && isSameStamp(ahead?.stamp ?? null, this.#host.files.stamp(path))) return reading;
    return readSession(path, this.#linesOf, this.#host);
  }

  /** Locks and changes nothing. A failure shows when the session is asked for. */
  async readAhead(path: string): Promise<void> {
    const ahead = { stamp: this.#host.files.stamp(path), reading: this.read(path) };
    this.#ahead.set(path, ahead);
    const forget = () => {
      if (this.#ahead.get(path) === ahead) this.#ahead.delete(path);
    };
    this.#timers.after(keptMs, forget, { isIdle: true });
    await ahead.reading.catch(forget);
  }
}
