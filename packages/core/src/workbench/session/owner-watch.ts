import { setTimeout as sleep } from "node:timers/promises";
import type { SessionId } from "@reprise/model";
import type { WorkbenchParts } from "./parts.ts";

/** Between two looks. */
const everyMs = 1500;

/** No agent runs here: notices that another process has opened the session, while a page shows it. */
export class OwnerWatch {
  readonly #leaving = new AbortController();

  /** `onOwner` is called once, and not after `leave`. */
  constructor(session: SessionId, parts: WorkbenchParts, onOwner: () => void) {
    void this.#look(session, parts).then(() => {
      if (!this.#leaving.signal.aborted) onOwner();
    });
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #look(session: SessionId, parts: WorkbenchParts): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      if (parts.shown.listenerCount > 0 && (await isOwned(session, parts))) return;
    }
  }
}

async function isOwned(session: SessionId, { library, host, onProblem }: WorkbenchParts): Promise<boolean> {
  try {
    const { owner } = await library.find(session);
    return owner !== null && owner.pid !== host.pid && !host.processes.isEnding(owner.pid);
  } catch (error) {
    onProblem(error);
    return false;
  }
}
