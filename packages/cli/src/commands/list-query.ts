import { resolve } from "node:path";
import { type ListQuery, SessionError, searchTime, type Timestamp, timeExamples } from "@reprise/model";
import type { Job } from "./command.ts";

/** The scope and filters that `list` and `search` share. */
export function queryOf({ values, machine }: Job): ListQuery {
  return {
    scope: values.all ? "all" : { workspace: scopeFolder(values.cwd, machine.cwd) },
    // The option table's `choices` has checked these two.
    agent: (values.agent as ListQuery["agent"] | null) ?? undefined,
    state: (values.state as ListQuery["state"] | null) ?? undefined,
    since: timeIn("since", values.from, machine.now()),
    until: timeIn("until", values.until, machine.now()),
    includeEmpty: values["include-empty"],
    subagents: values.subagents,
    archived: values.archived,
    includeHidden: values.hidden,
    tag: values.tag ?? undefined,
  };
}

function timeIn(bound: "since" | "until", value: string | null, now: Date): Timestamp | undefined {
  if (value === null) return undefined;
  const time = searchTime(value, bound, now.toISOString() as Timestamp);
  if (time === null)
    throw new SessionError("bad-use", `--${bound} takes a time such as ${timeExamples}, not "${value}".`);
  return time;
}

/** The folder need not exist: sessions of a removed folder are found by its name. */
export function scopeFolder(asked: string | null, cwd: string): string {
  return asked === null ? cwd : resolve(cwd, asked);
}
