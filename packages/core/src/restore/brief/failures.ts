import type { Item } from "@reprise/model";
import { type Clip, clip, type Size } from "./clip.ts";
import { commandSize } from "./noted-item.ts";
import type { Placed } from "./rewindable.ts";

export interface NotedFailure extends Placed {
  readonly turn: number;
  readonly kind: "command" | "tool";
  readonly subject: Clip;
  readonly exitCode: number | null;
  readonly times: number;
  readonly output: Clip | null;
}

interface Tracked {
  failure: NotedFailure;
  /** Where the same passed later. */
  passedAt: number | null;
}

export const lastLinesSize: Size = { head: 0, tail: 1600 };
const most = 60;

/** Commands and tools that failed, each once, until the same passes. */
export class Failures {
  readonly #tracked = new Map<string, Tracked>();

  take(item: Item & { kind: "command" | "tool" }, subject: string, at: Placed & { turn: number }): void {
    const exitCode = item.kind === "command" ? item.exitCode : null;
    const hasFailed = item.status === "failed" || (exitCode !== null && exitCode !== 0);
    // What a tool was given is not compared: of those only the last failure is told.
    const key = `${item.kind} ${subject.length} ${subject.slice(0, 500)}`;
    const known = this.#tracked.get(key);
    if (!hasFailed) {
      if (known && known.passedAt === null && item.status === "done") known.passedAt = at.place;
      return;
    }
    this.#tracked.delete(key);
    this.#tracked.set(key, {
      passedAt: null,
      failure: {
        ...at,
        kind: item.kind,
        subject: clip(subject, commandSize),
        exitCode,
        times: (known?.passedAt === null ? known.failure.times : 0) + 1,
        output: item.output === null || item.output === "" ? null : clip(item.output, lastLinesSize),
      },
    });
    for (const oldest of this.#tracked.keys()) {
      if (this.#tracked.size <= most) break;
      this.#tracked.delete(oldest);
    }
  }

  takeBack(from: number): void {
    for (const [key, tracked] of this.#tracked) {
      if (tracked.failure.place >= from) this.#tracked.delete(key);
      else if (tracked.passedAt !== null && tracked.passedAt >= from) tracked.passedAt = null;
    }
  }

  /** Those that did not pass later, newest first. */
  standing(): NotedFailure[] {
    return [...this.#tracked.values()]
      .filter(({ passedAt }) => passedAt === null)
      .map(({ failure }) => failure)
      .reverse();
  }
}
