import { exactLine, type Timestamp } from "@reprise/model";
import { json } from "@reprise/model/json";
import { badUse } from "../../arguments/bad-use.ts";
import { exitCodes } from "../../exit.ts";
import type { Command } from "../command.ts";
import { withTenants } from "./with-tenants.ts";

const usual = 100;

export const run: Command = async (job) => {
  const { values, stdout } = job;
  const { tenant, limit } = values;
  const since = values.since === null ? null : dayIn(values.since);
  const rows = await withTenants(job, (tenants) => tenants.audit({ tenant, since, limit: limit ?? usual }));
  for (const row of rows) {
    if (values.json) {
      await stdout.write(`${json("audit", row)}\n`);
      continue;
    }
    const { at, tenant, token, act, outcome, chat } = row;
    const words = [at.slice(0, 19).replace("T", " "), exactLine(tenant), token ?? "operator", act, outcome];
    await stdout.write(`${[...words, ...(chat === null ? [] : [exactLine(chat)])].join("  ")}\n`);
  }
  return exitCodes.done;
};

function dayIn(text: string): Timestamp {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay) throw badUse(`--since takes a day such as 2026-11-15, not "${text}".`);
  return `${text}T00:00:00.000Z` as Timestamp;
}
