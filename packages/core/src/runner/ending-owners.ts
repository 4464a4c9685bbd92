import { setTimeout as sleep } from "node:timers/promises";
import type { Owner, ProcessIdentity } from "@reprise/model";
import { isSameProcessAlive } from "../host/processes/process-identity.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

/** Usually a tenth of a second is enough; on a busy machine it takes seconds. */
const patienceMs = 5000;
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

  async waitedFor<Found extends { readonly owner: Owner | null }>(look: () => Promise<Found>): Promise<Found> {
    const { ticks, processes } = this.#reader.host;
    const startedAt = ticks();
    for (;;) {
      const outlived = await this.#outlived();
      const found = await look();
      // What it wrote last may have been missed.
      if (outlived.some((agent) => !isSameProcessAlive(agent, processes))) continue;
      const { owner } = found;
      if (owner === null || this.#stayed.has(owner.pid) || !(await this.#isEnding(owner))) return found;
      if (ticks() - startedAt < patienceMs) await sleep(pauseMs);
      else this.#stayed.add(owner.pid);
    }
  }

  /** It was killed, or its Reprise was, without which an agent ends by itself. */
  async #isEnding({ pid }: Owner): Promise<boolean> {
    if (this.#reader.host.processes.isEnding(pid)) return true;
    return (await this.#outlived()).some((agent) => agent.pid === pid);
  }

  /** Agents that live although their Reprise is gone. */
  async #outlived(): Promise<readonly ProcessIdentity[]> {
    const { processes } = this.#reader.host;
    return (await this.#reader.runs()).flatMap(({ status, agentProcess }) =>
      status === "interrupted" && agentProcess && isSameProcessAlive(agentProcess, processes) ? [agentProcess] : [],
    );
  }
}
