import { orNull } from "../host/files/unless-missing.ts";
import type { Log } from "./log.ts";

export type LogHealth =
  | { readonly state: "good" }
  | { readonly state: "degraded"; readonly reason: string; readonly waitingCount: number };

export interface WaitingOptions {
  readonly onHealth: (health: LogHealth) => void;
  /** Called once the disk takes lines again. */
  readonly onLost: (count: number) => void;
}

/** Limit of waiting lines; beyond it the oldest spare ones are dropped and counted. */
const mostWaitingBytes = 64 * 1024 * 1024;
const retryMs = 1000;

/** While the disk refuses, lines wait in memory; they are written in order once it takes them. Never throws. */
export class WaitingLog {
  readonly #log: Log;
  readonly #options: WaitingOptions;
  #waiting: { readonly line: string; readonly isSpare: boolean }[] = [];
  #waitingBytes = 0;
  #lostCount = 0;
  #retryTimer: NodeJS.Timeout | null = null;
  #health: LogHealth = { state: "good" };
  /** Appended but not yet synced. */
  #isUnsynced = false;

  constructor(log: Log, options: WaitingOptions) {
    this.#log = log;
    this.#options = options;
  }

  get health(): LogHealth {
    return this.#health;
  }

  /** Treats the tail of the file, before anything is added. */
  open(): void {
    this.#attempt(() => this.#log.open());
  }

  /** With its end. Written by the next `write`. */
  add(line: string, { isSpare }: { readonly isSpare: boolean }): void {
    this.#waiting.push({ line, isSpare });
    this.#waitingBytes += line.length;
    while (this.#waitingBytes > mostWaitingBytes) {
      const index = this.#waiting.findIndex((one) => one.isSpare);
      if (index === -1) return;
      this.#waitingBytes -= this.#waiting[index]?.line.length ?? 0;
      this.#waiting.splice(index, 1);
      this.#lostCount += 1;
    }
  }

  write({ isDurable }: { readonly isDurable: boolean }): void {
    if (this.#health.state === "degraded" && this.#retryTimer) return this.#tellHealth(this.#health.reason);
    const isWritten = this.#attempt(() => {
      this.#log.open();
      this.#append();
      if (!isDurable || !this.#isUnsynced) return;
      this.#log.sync();
      this.#isUnsynced = false;
    });
    if (isWritten && this.#health.state === "degraded") this.#recover();
  }

  /** Tries waiting lines a last time. */
  close(): void {
    this.#stopRetrying();
    this.write({ isDurable: true });
    this.#attempt(() => this.#log.close());
    this.#stopRetrying();
  }

  /** Bytes already written by a failed attempt are not repeated. */
  #append(): void {
    if (this.#waiting.length === 0) return;
    const before = this.#log.sizeBytes;
    this.#isUnsynced = true;
    try {
      this.#log.append(this.#waiting.map(({ line }) => line).join(""));
      this.#waiting = [];
      this.#waitingBytes = 0;
    } catch (error) {
      let taken = this.#log.sizeBytes - before;
      while (this.#waiting[0] && Buffer.byteLength(this.#waiting[0].line) <= taken) {
        const first = this.#waiting.shift();
        taken -= Buffer.byteLength(first?.line ?? "");
        this.#waitingBytes -= first?.line.length ?? 0;
      }
      throw error;
    }
  }

  #attempt(act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      orNull(() => this.#log.close()); // opened again, it treats a torn line
      this.#tellHealth((error as Error).message);
      this.#retryTimer ??= setTimeout(() => {
        this.#retryTimer = null;
        this.write({ isDurable: true });
      }, retryMs);
      return false;
    }
  }

  #stopRetrying(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
  }

  #recover(): void {
    this.#health = { state: "good" };
    this.#options.onHealth(this.#health);
    const lost = this.#lostCount;
    this.#lostCount = 0;
    if (lost > 0) this.#options.onLost(lost);
  }

  #tellHealth(reason: string): void {
    this.#health = { state: "degraded", reason, waitingCount: this.#waiting.length };
    this.#options.onHealth(this.#health);
  }
}
