import type { AuditRow } from "@reprise/model";
import type { Query } from "../database.ts";

export interface Audited extends Pick<AuditRow, "tenant" | "token" | "act" | "outcome"> {
  readonly chat?: string | null;
  readonly turn?: string | null;
}

/** Who did what. Never what was said. */
export async function writeAudit(query: Query, { tenant, token, act, outcome, chat, turn }: Audited): Promise<void> {
  await query.query(
    "insert into reprise.audit (tenant, token, act, chat, turn, outcome) values ($1, $2, $3, $4, $5, $6)",
    [tenant, token, act, chat ?? null, turn ?? null, outcome],
  );
}

const quietMs = 60_000;
const most = 10_000;

/** What a program does many times a minute is written down once: reading, and what it is refused. */
export class Seldom {
  readonly #at = new Map<string, number>();

  /** False: it was, less than a minute ago. */
  isDue(what: readonly unknown[]): boolean {
    const name = JSON.stringify(what);
    const now = performance.now();
    if (now - (this.#at.get(name) ?? -quietMs) < quietMs) return false;
    this.#at.delete(name);
    this.#at.set(name, now);
    const [oldest] = this.#at.keys();
    if (this.#at.size > most && oldest !== undefined) this.#at.delete(oldest);
    return true;
  }
}
