import { type ChatCaller, EndedTokenError } from "@reprise/model";
import type { AgentParts } from "../../turn/requested-turn.ts";
import type { Database } from "../database.ts";
import type { TenantChats, TenantParts } from "../tenant-chats.ts";
import { type Seldom, writeAudit } from "./audit.ts";
import { checkQuotas } from "./quotas.ts";
import { ScopedChats } from "./scoped-chats.ts";
import { isTokenOf, tokenIdIn } from "./token-text.ts";

interface FinderParts {
  /** Of the owner of the tables. */
  readonly database: Database;
  readonly agents: AgentParts;
  readonly seldom: Seldom;
  readonly chatsOf: (parts: Pick<TenantParts, "tenant" | "database" | "agents" | "onChange">) => TenantChats;
}

/** Who came with the token, looked up each time: a revoked one ends with the next request. Null: nobody's. */
export async function findCaller(secret: string, parts: FinderParts): Promise<ChatCaller | null> {
  const id = tokenIdIn(secret);
  if (id === null) return null;
  const { database, seldom } = parts;
  const { rows } = await database.query(
    `select k.tenant, k.hash, k."right", k.chats, n.role, n.sandbox, k.revoked_at is not null as is_revoked,
       k.expires_at is not null and k.expires_at <= now() as is_expired,
       k.used_at is null or k.used_at < now() - interval '1 minute' as is_unused
     from reprise.tokens k join reprise.tenants n using (tenant) where k.token = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined || !isTokenOf(row.hash, secret)) return null;
  const { tenant } = row;
  const outcome = row.is_revoked ? "revoked" : row.is_expired ? "expired" : null;
  if (outcome !== null) {
    if (seldom.isDue([id, outcome])) await writeAudit(database, { tenant, token: id, act: "read", outcome });
    throw new EndedTokenError(
      outcome === "revoked" ? "This token was revoked." : "This token has expired. Ask for a new one.",
    );
  }
  if (row.is_unused) await database.query("update reprise.tokens set used_at = now() where token = $1", [id]);
  const walled = database.as(row.role);
  const agents = agentsFor(parts.agents, row.sandbox);
  const chats = parts.chatsOf({
    tenant,
    database: walled,
    agents,
    async onChange(transaction, kind, { chat, turn }) {
      if (kind === "unknown") return;
      const isDone = kind === "admitted" || kind === "cancelled";
      const act = kind === "cancelled" ? "cancel" : "send";
      const what = { act, outcome: isDone ? "done" : kind, chat, turn: isDone ? turn : null } as const;
      await writeAudit(transaction, { tenant, token: id, ...what });
      if (kind === "admitted") await checkQuotas(transaction, tenant);
    },
  });
  const scope = { tenant, token: id, right: row.right, chats: row.chats };
  const isIsolated = agents.providers.every((provider) => provider.isIsolated);
  return { id, tenant, chats: new ScopedChats({ scope, chats, database: walled, seldom, isIsolated }) };
}

/**
 * A program of a tenant is not the person who runs the server: its turns run where they cannot reach this machine, unless the
 * operator has named the sandbox.
 */
export function agentsFor(agents: AgentParts, sandbox: string | null): AgentParts {
  const providers = agents.providers.filter(({ name, isIsolated }) =>
    sandbox === null ? isIsolated : name === sandbox,
  );
  const [first, ...others] = providers;
  if (first === undefined) throw new Error(`There is no sandbox ${sandbox ?? "that is isolated"} for the tenant.`);
  return { ...agents, providers: [first, ...others] };
}
