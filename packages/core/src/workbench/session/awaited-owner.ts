import { setTimeout as sleep } from "node:timers/promises";
import type { Owner, SessionId } from "@reprise/model";
import { showHistory } from "./history.ts";
import type { WorkbenchParts } from "./parts.ts";

/** Between two looks. */
const everyMs = 1500;

/** Another program has the session open: what it writes is shown until it has ended. */
export class AwaitedOwner {
  readonly #leaving = new AbortController();

  /** `onEnd` is not called after `leave`. */
  constructor(owner: Owner, session: SessionId, parts: WorkbenchParts, onEnd: () => void) {
    void this.#wait(owner, session, parts).then(() => {
      if (!this.#leaving.signal.aborted) onEnd();
    });
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #wait({ pid }: Owner, session: SessionId, parts: WorkbenchParts): Promise<void> {
    const { signal } = this.#leaving;
    const { processes } = parts.host;
    const start = processes.startOf(pid);
    while (!signal.aborted && processes.isAlive(pid, start)) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await showHistory(session, parts, { last: 2, isWhole: false }).catch(parts.onProblem);
    }
  }
}
