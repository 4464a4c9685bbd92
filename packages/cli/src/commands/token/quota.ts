import type { TenantChange } from "@reprise/model";
import { json } from "@reprise/model/json";
import { exitCodes } from "../../exit.ts";
import { tenantText } from "../../print/tenants-text.ts";
import type { Command, Job } from "../command.ts";
import { withTenants } from "./with-tenants.ts";

export const run: Command = async (job) => {
  const { values, operands, stdout } = job;
  const tenant = await withTenants(job, (tenants) => tenants.change(operands[0] ?? "", changeIn(job)));
  await stdout.write(`${values.json ? json("tenant", tenant) : tenantText(tenant)}\n`);
  return exitCodes.done;
};

/** What is not named stays, or with `--unlimited` is taken away. */
function changeIn({ values }: Job): TenantChange {
  const rest = values.unlimited ? null : undefined;
  const change = {
    turnsAtOnce: values["turns-at-once"] ?? rest,
    turnsADay: values["turns-a-day"] ?? rest,
    bytes: values.bytes ?? rest,
    sandbox: values["chat-sandbox"] ?? rest,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
