import {
  type AuditQuery,
  type AuditRow,
  type ChatToken,
  type NewToken,
  SessionError,
  type Tenant,
  type TenantChange,
  type Tenants,
  type TenantTokens,
  type Timestamp,
  type TokenWish,
} from "@reprise/model";
import { tokenWishSchema } from "@reprise/model/schema";
import type { Database, Query } from "../database.ts";
import { writeAudit } from "./audit.ts";
import { usedColumns } from "./quotas.ts";
import { ensureRole } from "./roles.ts";
import { newTokenText } from "./token-text.ts";

const tokenColumns = 'token, tenant, name, "right", chats, created_at, expires_at, revoked_at, used_at';
const limitColumns = {
  sandbox: "sandbox",
  turnsAtOnce: "turns_at_once",
  turnsADay: "turns_a_day",
  bytes: "bytes",
} as const;

/** Tenants, their tokens and what was done with them, in the database of a fleet. */
export class PostgresTenants implements Tenants {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(wish: TokenWish): Promise<NewToken> {
    const checked = tokenWishSchema.safeParse(wish);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      throw new SessionError("bad-use", `${issue?.path.join(".")}: ${issue?.message}`);
    }
    const { tenant, name, right, chats, expiresAt } = checked.data;
    const { id, secret, hash } = newTokenText();
    return this.#database.transaction(async (transaction) => {
      await this.#known(transaction, tenant);
      const { rows } = await transaction.query(
        `insert into reprise.tokens (token, tenant, hash, name, "right", chats, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning ${tokenColumns}`,
        [id, tenant, hash, name, right, chats, expiresAt],
      );
      await writeAudit(transaction, { tenant, token: id, act: "token-created", outcome: "done" });
      return { token: tokenIn(rows[0]), secret };
    });
  }

  async tokens(tenant: string | null): Promise<TenantTokens> {
    const tenants = await this.#tenants(this.#database, tenant);
    const { rows } = await this.#database.query(
      `select ${tokenColumns} from reprise.tokens where tenant = coalesce($1, tenant) order by tenant, created_at, token`,
      [tenant],
    );
    return { tenants, tokens: rows.map(tokenIn) };
  }

  async revoke(id: string): Promise<ChatToken> {
    return this.#database.transaction(async (transaction) => {
      const { rows } = await transaction.query(
        `update reprise.tokens set revoked_at = coalesce(revoked_at, now()) where token = $1 returning ${tokenColumns}`,
        [id],
      );
      if (rows[0] === undefined)
        throw new SessionError("not-found", `There is no token ${id}. \`reprise token list\` has their ids.`);
      const token = tokenIn(rows[0]);
      await writeAudit(transaction, { tenant: token.tenant, token: id, act: "token-revoked", outcome: "done" });
      return token;
    });
  }

  async change(tenant: string, change: TenantChange): Promise<Tenant> {
    return this.#database.transaction(async (transaction) => {
      for (const [field, column] of Object.entries(limitColumns)) {
        const value = change[field as keyof TenantChange];
        if (value === undefined) continue;
        await transaction.query(`update reprise.tenants set ${column} = $2 where tenant = $1`, [tenant, value]);
      }
      const [found] = await this.#tenants(transaction, tenant);
      if (found === undefined)
        throw new SessionError(
          "not-found",
          `There is no tenant ${tenant}. Its first token makes it: reprise token create`,
        );
      if (Object.keys(change).length > 0)
        await writeAudit(transaction, { tenant, token: null, act: "quota-changed", outcome: "done" });
      return found;
    });
  }

  async audit({ tenant, since, limit }: AuditQuery): Promise<readonly AuditRow[]> {
    const { rows } = await this.#database.query(
      `select id, at, tenant, token, act, chat, turn, outcome from reprise.audit
       where tenant = coalesce($1, tenant) and at >= coalesce($2::timestamptz, '-infinity') order by id desc limit $3`,
      [tenant, since, limit],
    );
    return rows.reverse().map((row) => ({ ...row, id: Number(row.id), at: time(row.at) }));
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  async #known(query: Query, tenant: string): Promise<void> {
    // Two that make one tenant at the same time wait for one another.
    await query.query("select pg_advisory_xact_lock(hashtext('reprise tenants'))");
    const { rows } = await query.query("select 1 from reprise.tenants where tenant = $1 and role is not null", [
      tenant,
    ]);
    if (rows.length > 0) return;
    const role = await ensureRole(query, tenant);
    await query.query(
      "insert into reprise.tenants (tenant, role) values ($1, $2) on conflict (tenant) do update set role = $2",
      [tenant, role],
    );
  }

  async #tenants(query: Query, tenant: string | null): Promise<readonly Tenant[]> {
    const { rows } = await query.query(
      `select tenant, sandbox, turns_at_once, turns_a_day, bytes, ${usedColumns} from reprise.tenants n
       where tenant = coalesce($1, tenant) order by tenant`,
      [tenant],
    );
    return rows.map((row) => ({
      tenant: row.tenant,
      sandbox: row.sandbox,
      turnsAtOnce: row.turns_at_once,
      turnsADay: row.turns_a_day,
      bytes: row.bytes === null ? null : Number(row.bytes),
      used: { turnsAtOnce: row.open_turns, turnsADay: row.day_turns, bytes: row.held_bytes },
    }));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows are what the columns say.
function tokenIn(row: any): ChatToken {
  return {
    id: row.token,
    tenant: row.tenant,
    name: row.name,
    right: row.right,
    chats: row.chats,
    createdAt: time(row.created_at),
    expiresAt: row.expires_at && time(row.expires_at),
    revokedAt: row.revoked_at && time(row.revoked_at),
    usedAt: row.used_at && time(row.used_at),
  };
}

function time(date: Date): Timestamp {
  return date.toISOString() as Timestamp;
}
