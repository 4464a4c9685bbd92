import { type ChatToken, exactLine, type Timestamp } from "@reprise/model";
import { json } from "@reprise/model/json";
import { badUse } from "../../arguments/bad-use.ts";
import { exitCodes } from "../../exit.ts";
import type { Command } from "../command.ts";
import { withTenants } from "./with-tenants.ts";

const dayMs = 24 * 60 * 60 * 1000;

export const run: Command = async (job) => {
  const { values, machine, stdout, stderr } = job;
  const { tenant, expires, chats } = values;
  if (tenant === null) throw badUse("Say for which tenant: --tenant TENANT.");
  const endsAt = expires === null ? null : new Date(machine.now().getTime() + expires * dayMs);
  if (endsAt !== null && Number.isNaN(endsAt.getTime())) throw badUse("--expires needs fewer days.");
  const made = await withTenants(job, (tenants) =>
    tenants.create({
      tenant,
      name: values.label,
      right: values["read-only"] ? "read" : "act",
      chats: chats.length === 0 ? null : chats,
      expiresAt: endsAt && (endsAt.toISOString() as Timestamp),
    }),
  );
  if (values.json) await stdout.write(`${json("new-token", made)}\n`);
  else {
    await stdout.write(`${made.secret}\n`);
    await stderr.write(`reprise: ${rightWords(made.token)} This is the only time it is shown.\n`);
  }
  return exitCodes.done;
};

function rightWords({ id, tenant, right, chats, expiresAt }: ChatToken): string {
  const acts = right === "act" ? "send, cancel and read" : "read";
  const where = chats === null ? "every chat" : `the chats ${chats.map(exactLine).join(", ")}`;
  const until = expiresAt === null ? "until it is revoked" : `until ${expiresAt.slice(0, 16).replace("T", " ")} UTC`;
  return `token ${id} may ${acts} in ${where} of ${exactLine(tenant)}, ${until}.`;
}
