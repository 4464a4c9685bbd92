import { badUse } from "../arguments/bad-use.ts";
import type { Job } from "../commands/command.ts";

interface Named extends Pick<Job, "machine"> {
  readonly values: Pick<Job["values"], "store">;
}

/** The database that servers share, from `--store` or `REPRISE_STORE`; null if none is named. */
export function storeIn({ values, machine }: Named, option = "--store"): string | null {
  const store = values.store ?? (machine.env.REPRISE_STORE || null);
  if (store === null || /^postgres(?:ql)?:\/\//.test(store)) return store;
  throw badUse(`${option} needs the address of a PostgreSQL database: postgres://USER@HOST/DATABASE.`);
}

export function storeOf(job: Named, option = "--store"): string {
  const store = storeIn(job, option);
  if (store !== null) return store;
  throw badUse(`Say which database: ${option} postgres://USER@HOST/DATABASE, or REPRISE_STORE.`);
}
