import { createHash } from "node:crypto";
import { SessionError } from "@reprise/model";
import type { Query } from "../database.ts";

/** What requests of a tenant may do to its rows. Never: who has a chat, its files, its epoch. */
const rights = [
  "select (tenant, role) on reprise.tenants",
  "select, insert (tenant, chat, setup), update (turn_count, updated_at) on reprise.chats",
  "select, insert (tenant, chat, turn, key, message_hash, message, request, status), update (status, error, result, request, ended_at, is_cancelled), delete on reprise.turns",
  "select, insert on reprise.events",
  "insert (tenant, token, act, chat, turn, outcome) on reprise.audit",
];

/** What a person who is given the reader of a tenant may do: only read, since a turn that is written is run, wherever it says. */
const readersRights = [
  "select (tenant, role) on reprise.tenants",
  ...["chats", "turns", "events"].map((table) => `select on reprise.${table}`),
];

/** The role that sees the rows of a tenant and no others. Made, with its rights and a reader beside it, if it is not there. */
export async function ensureRole(query: Query, tenant: string): Promise<string> {
  const database = (await query.query("select current_database() as name")).rows[0].name as string;
  // Roles are the server's, and it may have other databases with chats.
  const everyone = `reprise_${short([database])}`;
  const role = `reprise_${short([database, tenant])}`;
  const { rows } = await query.query(
    "select rolname as name, pg_has_role(current_user, oid, 'member') as is_ours from pg_roles where rolname = any($1)",
    [[everyone, role].flatMap((name) => [name, readerOf(name)])],
  );
  const isThere = (name: string) => rows.some((row) => row.name === name);
  try {
    for (const [all, one, allowed] of [
      [everyone, role, rights],
      [readerOf(everyone), readerOf(role), readersRights],
    ] as const) {
      if (!isThere(all)) await query.query(`create role ${all} nologin`);
      await query.query(`grant usage on schema reprise to ${all}`);
      for (const right of allowed) await query.query(`grant ${right} to ${all}`);
      if (!isThere(one)) await query.query(`create role ${one} nologin in role ${all}`);
    }
    // Else it may not act in its name.
    if (!rows.some(({ name, is_ours }) => name === role && is_ours)) await query.query(`grant ${role} to current_user`);
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new SessionError(
      "refused",
      "Tenants need roles of their own in the database, and its user may not make them. Give it that right once: alter role USER createrole.",
      { cause: error },
    );
  }
  return role;
}

/** After a restore: another server has no roles of ours, another database none of their rights. */
export async function ensureRoles(query: Query): Promise<void> {
  const { rows } = await query.query(
    `select tenant from reprise.tenants left join pg_roles on rolname = role
     where role is not null and (oid is null or not has_schema_privilege(oid, 'reprise', 'usage'))`,
  );
  for (const { tenant } of rows) {
    const role = await ensureRole(query, tenant);
    await query.query("update reprise.tenants set role = $2 where tenant = $1", [tenant, role]);
  }
}

/** As the policies of `tables.ts` know it. */
function readerOf(role: string): string {
  return `${role}_reader`;
}

function short(names: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 32);
}
