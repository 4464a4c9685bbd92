import type { SessionSummary } from "@reprise/model";
import type { Host } from "../host/host.ts";

/** Processes that were said to hold a session. No file tells of it when one of them dies. */
export class WatchedOwners {
  readonly #host: Pick<Host, "processes">;
  readonly #pids = new Set<number>();

  constructor(host: Pick<Host, "processes">) {
    this.#host = host;
  }

  note(session: SessionSummary): SessionSummary {
    if (session.owner) this.#pids.add(session.owner.pid);
    return session;
  }

  /** Whether one of them has ended since; said once of each. */
  isOneGone(): boolean {
    const gone = [...this.#pids].filter((pid) => !this.#host.processes.isAlive(pid, null));
    for (const pid of gone) this.#pids.delete(pid);
    return gone.length > 0;
  }
}
