import { setTimeout as sleep } from "node:timers/promises";
import type { Owner } from "@reprise/model";
import { isSameProcessAlive } from "../host/processes/process-identity.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

/** Usually a tenth of a second is enough. A killed process ends for certain, on a busy machine after seconds. */
const patienceMs = { killed: 5000, left: 2000 };
const pauseMs = 20;

/**
 * Looks again as long as the process that has the session open is about to end: else it would be called busy to the person
 * who has just killed it, and what is read might lack its last write. One that stays is waited for only once.
 */
export class EndingOwners {
  readonly #reader: EvidenceReader;
  readonly #stayed = new Set<number>();

  constructor(reader: EvidenceReader) {
    this.#reader = reader;
  }

  async waitedFor<Found extends { readonly owner: Owner | null }>(
    look: () => Promise<Found>,
  ): Promise<Found> {
    const { ticks } = this.#reader.host;
    const startedAt = ticks();
    for (;;) {
      const found = await look();
      const { owner } = found;
      if (owner === null || this.#stayed.has(owner.pid)) return found;
      const ending = await this.#endingOf(owner);
      if (ending === null) return found;
      if (ticks() - startedAt < patienceMs[ending]) await sleep(pauseMs);
      else this.#stayed.add(owner.pid);
    }
  }

  /** `left`: its Reprise was killed, without which an agent ends by itself. */
  async #endingOf({ pid }: Owner): Promise<"killed" | "left" | null> {
    const { processes } = this.#reader.host;
    if (processes.isEnding(pid)) return "killed";
    const runs = await this.#reader.runs();
    const isLeft = runs.some(
      ({ status, agentProcess }) =>
        status === "interrupted" && agentProcess?.pid === pid && isSameProcessAlive(agentProcess, processes),
    );
    return isLeft ? "left" : null;
  }
}
