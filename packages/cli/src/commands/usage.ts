import { localZoneName, type UsageGrouping, type UsageQuery } from "@reprise/model";
import { json } from "@reprise/model/json";
import { shortIdsFor } from "../acting/short-id.ts";
import { badUse } from "../arguments/bad-use.ts";
import { exitCodes } from "../exit.ts";
import { usageText } from "../print/usage-text.ts";
import type { Command, Job } from "./command.ts";
import { scopeFolder } from "./list-query.ts";

export const run: Command = async (job) => {
  const { values, stdout, paint, width } = job;
  const query = queryOf(job);
  const library = await job.library();
  const usage = await library.usage(query);
  // The option table's `choices` has checked it.
  const by = (values.by ?? "day") as UsageGrouping;
  if (values.json) await stdout.write(`${json("usage", usage)}\n`);
  else {
    const sessions = by === "session" ? usage.sessions.map(({ session }) => session) : [];
    const idOf = await shortIdsFor(job, sessions, "stdout");
    await stdout.write(usageText(usage, by, { paint, width, isEveryWorkspace: values.all, idOf }));
  }
  return exitCodes.done;
};

function queryOf({ values, machine }: Job): UsageQuery {
  const { all, cwd, agent, since } = values;
  return {
    scope: all ? "all" : { workspace: scopeFolder(cwd, machine.cwd) },
    zone: localZoneName(),
    ...(agent !== null && { agent }),
    ...(since !== null && { since: dayIn(since) }),
  };
}

function dayIn(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay) throw badUse(`--since takes a day such as 2026-11-15, not "${text}".`);
  return text;
}
