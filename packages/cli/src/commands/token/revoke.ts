import { exactLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import { exitCodes } from "../../exit.ts";
import type { Command } from "../command.ts";
import { withTenants } from "./with-tenants.ts";

export const run: Command = async (job) => {
  const { values, operands, stdout } = job;
  const token = await withTenants(job, (tenants) => tenants.revoke(operands[0] ?? ""));
  const text = `Token ${token.id} of ${exactLine(token.tenant)} is revoked.`;
  await stdout.write(`${values.json ? json("chat-token", token) : text}\n`);
  return exitCodes.done;
};
