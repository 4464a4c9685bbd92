import { badUse } from "../arguments/bad-use.ts";
import type { Job } from "../commands/command.ts";

/** The database that servers share, from `--store` or `REPRISE_STORE`; null if none is named. */
export function storeIn({ values, machine }: Pick<Job, "values" | "machine">): string | null {
  const store = values.store ?? (machine.env.REPRISE_STORE || null);
  if (store === null || /^postgres(?:ql)?:\/\//.test(store)) return store;
  throw badUse("--store needs the address of a PostgreSQL database: postgres://USER@HOST/DATABASE.");
}

export function storeOf(job: Pick<Job, "values" | "machine">): string {
  const store = storeIn(job);
  if (store !== null) return store;
  throw badUse("Say which database: --store postgres://USER@HOST/DATABASE, or REPRISE_STORE.");
}
