import type { Progress } from "@reprise/model";
import { EventLoopYield } from "../host/event-loop-yield.ts";
import type { Host } from "../host/host.ts";

interface ProgressOptions {
  readonly host: Host;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export class ProgressReport {
  #progress: Progress;
  readonly #yielding: EventLoopYield;
  readonly #options: ProgressOptions;
  #partBytes = 0;

  constructor(work: Pick<Progress, "stage" | "totalCount" | "totalBytes">, options: ProgressOptions) {
    this.#progress = { ...work, doneCount: 0, doneBytes: 0 };
    this.#options = options;
    this.#yielding = new EventLoopYield(options.host);
  }

  /** False if the caller cancelled. */
  async step(bytes: number): Promise<boolean> {
    const doneCount = this.#progress.doneCount + 1;
    const doneBytes = this.#progress.doneBytes + bytes;
    this.#progress = { ...this.#progress, doneCount, doneBytes };
    this.#partBytes = 0;
    const isLast = doneCount >= this.#progress.totalCount;
    if (isLast || this.#yielding.isDue) await this.#tell();
    return !this.#options.signal?.aborted;
  }

  /** Bytes done of the current one. False if the caller cancelled. */
  async part(bytes: number): Promise<boolean> {
    this.#partBytes = bytes;
    if (this.#yielding.isDue) await this.#tell();
    return !this.#options.signal?.aborted;
  }

  async #tell(): Promise<void> {
    const { doneBytes, totalBytes } = this.#progress;
    this.#options.onProgress?.({
      ...this.#progress,
      doneBytes: Math.min(totalBytes, doneBytes + this.#partBytes),
    });
    await this.#yielding.now();
  }
}
