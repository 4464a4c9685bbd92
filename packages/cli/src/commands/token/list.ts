import { json } from "@reprise/model/json";
import { exitCodes } from "../../exit.ts";
import { tenantsText } from "../../print/tenants-text.ts";
import type { Command } from "../command.ts";
import { withTenants } from "./with-tenants.ts";

export const run: Command = async (job) => {
  const { values, stdout, machine } = job;
  const found = await withTenants(job, (tenants) => tenants.tokens(values.tenant));
  await stdout.write(values.json ? `${json("tenants", found)}\n` : tenantsText(found, machine.now()));
  return exitCodes.done;
};
