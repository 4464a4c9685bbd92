import { randomUUID } from "node:crypto";
import type { Tenants } from "@reprise/model";
import { testDatabase } from "@reprise/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database, openTenants } from "../../src/fleet.ts";

let store: string;
let owner: Database;
let tenants: Tenants;
/** A login of somebody who was given the reader of the tenant acme, and nothing else. */
let client: pg.Client;
const turns = { acme: randomUUID(), other: randomUUID() };

beforeAll(async () => {
  store = await testDatabase();
  owner = new Database(store, 2);
  tenants = await openTenants(store);
  const wish = { name: null, right: "act", chats: null, expiresAt: null } as const;
  for (const tenant of ["acme", "other"] as const) {
    await tenants.create({ ...wish, tenant });
    await owner.query("insert into reprise.chats (tenant, chat, setup) values ($1, 'c', '{}')", [tenant]);
    await owner.query(
      "insert into reprise.turns (tenant, chat, turn, message_hash, message, status) values ($1, 'c', $2, '', $1, 'running')",
      [tenant, turns[tenant]],
    );
    await owner.query("insert into reprise.events (tenant, turn, number, event) values ($1, $2, 1, $1)", [
      tenant,
      turns[tenant],
    ]);
  }
  await owner.query("insert into reprise.heads (key, bytes, version) values ('h', 'x', 1)");
  const { rows } = await owner.query("select role from reprise.tenants where tenant = 'acme'");
  const login = `login_${randomUUID().replaceAll("-", "")}`;
  await owner.query(`create role ${login} login in role ${rows[0].role}_reader`);
  client = new pg.Client({ connectionString: store.replace("postgres@", `${login}@`) });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await tenants.close();
  await owner.close();
});

/** The state of an error, or what was found. */
async function tried(text: string, values: unknown[] = []): Promise<unknown> {
  return client.query(text, values).then(
    ({ rows, rowCount }) => (rows.length > 0 ? rows : rowCount),
    (error: { code: string }) => error.code,
  );
}
const denied = "42501";

describe("a client with the reader of one tenant, straight at the database", () => {
  it("sees the rows of that tenant, and not that there are others", async () => {
    const { rows } = await owner.query("select role from reprise.tenants where tenant = 'acme'");
    await client.query(`set role ${rows[0].role}_reader`);
    for (const table of ["chats", "turns", "events", "tenants"])
      expect([table, await tried(`select tenant from reprise.${table}`)]).toEqual([table, [{ tenant: "acme" }]]);
    expect(await tried("select 1 from reprise.turns where turn = $1", [turns.other])).toBe(0);
    expect(await tried("select count(*)::int as count from reprise.chats where tenant <> 'acme'")).toEqual([
      { count: 0 },
    ]);
  });

  it("changes nothing of others, adds nothing in their name, and takes no role of theirs", async () => {
    expect(await tried("insert into reprise.chats (tenant, chat, setup) values ('other', 'd', '{}')")).toBe(denied);
    expect(await tried("insert into reprise.events values ('other', $1, 2, 'x')", [turns.other])).toBe(denied);
    expect(await tried("insert into reprise.audit (tenant, act, outcome) values ('other', 'send', 'done')")).toBe(
      denied,
    );
    // The key of a row of another tenant is taken, and that is all that can be learnt: nobody else knows it.
    const { rows } = await owner.query("select role from reprise.tenants where tenant = 'other'");
    expect(await tried(`set role ${rows[0].role}`)).toBe(denied);
    expect(await tried("select set_config('reprise.tenant', 'other', false)")).toHaveLength(1);
    expect(await tried("select count(*)::int as count from reprise.chats")).toEqual([{ count: 1 }]);
  });

  it("has no agent run: it adds no chat and no turn, which workers would carry out as they say, without a quota", async () => {
    const { rows } = await owner.query("select role from reprise.tenants where tenant = 'acme'");
    const setup = JSON.stringify({
      agent: "codex",
      workspace: "/",
      sandbox: "local",
      permissions: "danger-full-access",
    });
    const request = JSON.stringify({ chat_id: "c", message: "m" });
    const wanted: readonly (readonly [string, unknown[]])[] = [
      ["insert into reprise.chats (tenant, chat, setup) values ('acme', 'd', $1)", [setup]],
      [
        "insert into reprise.turns (tenant, chat, turn, message_hash, message, request, status) values ('acme', 'c', $1, '', '', $2, 'queued')",
        [randomUUID(), request],
      ],
      ["update reprise.turns set request = $1, status = 'queued', ended_at = null", [request]],
      ["update reprise.turns set is_cancelled = true", []],
      ["delete from reprise.turns", []],
      ["update reprise.chats set turn_count = 0", []],
    ];
    for (const [text, values] of wanted) expect([text, await tried(text, values)]).toEqual([text, denied]);
    expect(await tried(`set role ${rows[0].role}`)).toBe(denied);
  });

  it("reaches no token, no file, no audit, no queue, and neither lease nor epoch of its own chats", async () => {
    const refused = [
      "select * from reprise.tokens",
      "select * from reprise.audit",
      "select * from reprise.objects",
      "select * from reprise.object_pieces",
      "select * from reprise.heads",
      "select * from reprise_jobs.job",
      "update reprise.chats set epoch = 0",
      "update reprise.chats set state = '{}'",
      "update reprise.chats set tenant = 'other'",
      "update reprise.tenants set turns_a_day = null",
      "select turns_a_day from reprise.tenants",
      "alter table reprise.chats disable row level security",
      "create table reprise.mine (a int)",
    ];
    for (const text of refused)
      expect([text, /^(?:42501|3F000|42P01)$/.test(String(await tried(text)))]).toEqual([text, true]);
  });

  it("falls back to nothing, not to everything, without its role", async () => {
    await client.query("reset role");
    expect(await tried("select tenant from reprise.chats")).toBe(0);
  });
});

describe("a restored database", () => {
  it("whose server has no roles of ours gets them when a server starts", async () => {
    const { rows } = await owner.query("select role from reprise.tenants where tenant = 'other'");
    const { role } = rows[0];
    await owner.query(`drop role ${role}`);
    await (await openTenants(store)).close();
    expect(await owner.as(role).query("select tenant from reprise.chats")).toMatchObject({
      rows: [{ tenant: "other" }],
    });
  });
});
