import { SessionError } from "@reprise/model";
import type { Database, Query } from "./database.ts";
import { ensureRoles } from "./tenants/roles.ts";
import { readersPolicies, tenantTables } from "./tenants/tables.ts";

interface Step {
  readonly sql: string;
  /** How many steps a program must know to work with the tables after this one; less than its own number for one that only adds. */
  readonly needs: number;
}

/**
 * What was done to the tables, in order; never changed once released. A step only adds, so that a program of the release before
 * runs on. Every row has a tenant.
 */
const steps: readonly Step[] = [
  {
    needs: 1,
    sql: `
      create table reprise.chats (
        tenant text not null,
        chat text not null,
        setup text not null,
        state text,
        state_epoch bigint,
        epoch bigint not null default 0,
        worker text,
        leased_until timestamptz,
        parked_until timestamptz,
        turn_count int not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (tenant, chat)
      );
      create table reprise.turns (
        tenant text not null,
        chat text not null,
        turn uuid not null,
        place bigint generated always as identity,
        key text,
        message_hash text not null,
        message text not null,
        request text,
        status text not null,
        attempt int not null default 0,
        epoch bigint,
        is_cancelled boolean not null default false,
        error text,
        result text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        ended_at timestamptz,
        primary key (tenant, turn),
        foreign key (tenant, chat) references reprise.chats
      );
      create unique index turns_by_key on reprise.turns (tenant, chat, key);
      create index turns_in_order on reprise.turns (tenant, chat, place);
      create index turns_open on reprise.turns (tenant, chat) where ended_at is null;
      create table reprise.events (
        tenant text not null,
        turn uuid not null,
        number int not null,
        event text not null,
        primary key (tenant, turn, number),
        foreign key (tenant, turn) references reprise.turns on delete cascade
      );
      create table reprise.objects (
        id bigint generated always as identity primary key,
        key text collate "C" not null unique,
        size_bytes bigint not null
      );
      create table reprise.object_pieces (
        object bigint not null references reprise.objects on delete cascade,
        number int not null,
        bytes bytea not null,
        primary key (object, number)
      );
      create table reprise.heads (key text collate "C" primary key, bytes bytea not null, version bigint not null);
    `,
  },
  {
    needs: 1,
    sql: tenantTables,
  },
  {
    needs: 1,
    sql: readersPolicies,
  },
];

/** Any number; programs that migrate wait for one another by it. */
const lock = 8_675_912_301;

/** Brings the tables up to date. Refuses tables of a release that this one cannot work with. */
export async function migrate(database: Database, known: readonly Step[] = steps): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock($1)", [lock]);
    await transaction.query("create schema if not exists reprise");
    await transaction.query(
      "create table if not exists reprise.steps (step int primary key, needs int not null, applied_at timestamptz not null default now())",
    );
    const { applied, needed } = await position(transaction);
    if (needed > known.length)
      throw new SessionError(
        "newer-version",
        `The database has tables of a newer Reprise: they need step ${needed}, and this program knows ${known.length}. Update Reprise on this machine.`,
      );
    for (const [index, { sql, needs }] of known.entries()) {
      if (index < applied) continue;
      await transaction.query(sql);
      await transaction.query("insert into reprise.steps (step, needs) values ($1, $2)", [index + 1, needs]);
    }
    // A copy of the database has no roles.
    if (known === steps) await ensureRoles(transaction);
  });
}

async function position(query: Query): Promise<{ applied: number; needed: number }> {
  const { rows } = await query.query(
    "select coalesce(max(step), 0) as applied, coalesce(max(needs), 0) as needed from reprise.steps",
  );
  return rows[0];
}
