import { resolve } from "node:path";
import type { ListQuery } from "@reprise/model";
import type { Job } from "./command.ts";

/** The scope and the filters that `list` and `search` share. */
export function queryOf({ values, machine }: Job): ListQuery {
  return {
    scope: values.all ? "all" : { workspace: scopeFolder(values.cwd, machine.cwd) },
    // `choices` of the option table has checked these two.
    agent: (values.agent as ListQuery["agent"] | null) ?? undefined,
    state: (values.state as ListQuery["state"] | null) ?? undefined,
    includeEmpty: values["include-empty"],
    subagents: values.subagents,
    archived: values.archived,
  };
}

/** It need not exist any more: sessions of a folder that is gone are found by its name. */
export function scopeFolder(asked: string | null, cwd: string): string {
  return asked === null ? cwd : resolve(cwd, asked);
}
