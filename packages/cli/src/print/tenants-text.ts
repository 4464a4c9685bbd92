import { type ChatToken, exactLine, type Tenant, type TenantTokens } from "@reprise/model";
import { grouped } from "./words.ts";

/** Tenants with their tokens, in lines. */
export function tenantsText({ tenants, tokens }: TenantTokens, now: Date): string {
  if (tenants.length === 0)
    return "No tenants. To make one with its first token: reprise token create --tenant TENANT\n";
  const parts = tenants.map((tenant) => {
    const own = tokens.filter((token) => token.tenant === tenant.tenant);
    return [tenantText(tenant), ...own.map((token) => `  ${tokenText(token, now)}`)].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}

export function tenantText({ tenant, sandbox, used, turnsAtOnce, turnsADay, bytes }: Tenant): string {
  const of = (present: number, most: number | null) =>
    `${grouped(present)} of ${most === null ? "any" : grouped(most)}`;
  const parts = [
    `${of(used.turnsAtOnce, turnsAtOnce)} turns at once`,
    `${of(used.turnsADay, turnsADay)} today`,
    `${of(used.bytes, bytes)} bytes`,
    ...(sandbox === null ? [] : [`sandbox ${sandbox}`]),
  ];
  return `${exactLine(tenant)} · ${parts.join(" · ")}`;
}

function tokenText({ id, name, right, chats, expiresAt, revokedAt, usedAt }: ChatToken, now: Date): string {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  const end = revokedAt !== null ? "revoked" : isExpired ? "expired" : expiresAt && `until ${day(expiresAt)}`;
  const parts = [
    ...(name === null ? [] : [exactLine(name)]),
    right === "act" ? "sends and reads" : "reads",
    ...(chats === null ? [] : [chats.map(exactLine).join(", ")]),
    ...(end === null ? [] : [end]),
    usedAt === null ? "never used" : `used ${day(usedAt)}`,
  ];
  return [id, ...parts].join(" · ");
}

function day(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}
