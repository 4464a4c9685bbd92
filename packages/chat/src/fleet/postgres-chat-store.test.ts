import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeChatStore } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresObjects } from "../objects/postgres-objects.ts";
import { LostLeaseError } from "../store/chat-store.ts";
import { Database } from "./database.ts";
import { migrate } from "./migrations.ts";
import { PostgresChatStore } from "./postgres-chat-store.ts";
import { PostgresLease } from "./postgres-lease.ts";

let database: Database;
let spool: string;
beforeAll(async () => {
  database = new Database(await testDatabase(), 10);
  await migrate(database);
  spool = mkdtempSync(join(tmpdir(), "spool-"));
});
afterAll(async () => {
  await database.close();
  rmSync(spool, { recursive: true });
});

let tenantCount = 0;
function storeOf(tenant: string): PostgresChatStore {
  return new PostgresChatStore({
    database,
    objects: new PostgresObjects(database.pool),
    tenant,
    worker: { pid: process.pid, program: "reprise", terminal: null },
    leaseSeconds: 10,
    spool,
  });
}
/** As if its process had been silent for longer than the lease. */
async function expire(tenant: string): Promise<void> {
  await database.query("update reprise.chats set leased_until = now() - interval '1 s' where tenant = $1", [tenant]);
}

describeChatStore("PostgreSQL", async () => {
  tenantCount += 1;
  const tenant = `tenant ${tenantCount}`;
  return {
    store: storeOf(tenant),
    open: async () => storeOf(tenant),
    killHolder: () => expire(tenant),
    close: async () => undefined,
  };
});

const setup = { agent: "codex", workspace: null, sandbox: "local", permissions: "read-only" } as const;
const result = { type: "result", status: "completed", usage: null, resets_at: null } as const;
const turnOf = (message: string, turn: string) => ({ chat: "c", turn, key: null, message, setup });
const said = (number: number) => ({ number, event: { type: "stderr", content: String(number) } }) as const;

async function begun(store: PostgresChatStore, turn: string) {
  const begun = await store.begin(turnOf("m", turn));
  if (begun.kind !== "leased") throw new Error(begun.kind);
  return begun.lease;
}

describe("the epoch of a chat", () => {
  it("keeps out a worker that was paused past its lease: it records no event and commits nothing", async () => {
    const store = storeOf("paused");
    const [first, second] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
    const old = await begun(store, first);
    await old.append([said(1)]);
    const files = await old.save(
      (async function* () {
        yield Buffer.from("old");
      })(),
    );
    await expire("paused");
    const taken = await begun(store, second);
    await old.append([said(2)]).catch(() => undefined);
    const state = { session: "old", files, workspace: null, snapshot: null, usage: null };
    await expect(old.end({ result, number: 2, error: null, state })).rejects.toBeInstanceOf(LostLeaseError);
    await taken.end({ result, number: 1, error: null, state: null });
    expect(await store.read("c")).toMatchObject({
      state: null,
      turns: [{ status: "interrupted" }, { status: "completed" }],
    });
    expect(await store.eventsAfter(first, 0)).toHaveLength(1);
  });

  it("is given up by a worker whose database neither answers nor refuses: its agent must end", async () => {
    const { promise: lost, resolve } = Promise.withResolvers<void>();
    const silent = Object.assign(Object.create(database), { transaction: () => new Promise(() => {}) });
    const lease = new PostgresLease({
      database: silent,
      objects: new PostgresObjects(database.pool),
      tenant: "cut-off",
      worker: { pid: process.pid, program: "reprise", terminal: null },
      leaseSeconds: 0.5,
      spool,
      chat: "c",
      turn: "00000000-0000-4000-8000-000000000004",
      epoch: "1",
      onLost: resolve,
    });
    lease.beatRegularly();
    await lost;
    await expect(lease.append([said(1)])).rejects.toBeInstanceOf(LostLeaseError);
  });

  it("keeps a commit whose answer was lost, once", async () => {
    const store = storeOf("lost-answer");
    const turn = "00000000-0000-4000-8000-000000000003";
    const lease = await begun(store, turn);
    const original = database.transaction.bind(database);
    let losses = 1;
    database.transaction = async (work) => {
      const value = await original(work);
      if (losses-- > 0) throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "08006" });
      return value;
    };
    await lease.append([said(1)]);
    await lease.end({ result, number: 2, error: null, state: null }).finally(() => {
      database.transaction = original;
    });
    expect((await store.read("c"))?.turns).toMatchObject([{ status: "completed" }]);
    expect(await store.eventsAfter(turn, 0)).toHaveLength(2);
  });
});

it("that something is done is recorded before its outcome is read; words may wait", async () => {
  const store = storeOf("doing");
  const turn = "00000000-0000-4000-8000-000000000006";
  const lease = await begun(store, turn);
  const used = { type: "tool_use", tool_id: "1", tool_name: "shell", parameters: { command: "make" } } as const;
  for (let number = 1; number < 20; number += 2) {
    await lease.append([said(number)]);
    await lease.append([{ number: number + 1, event: used }]);
    expect(await store.lastNumber(turn)).toBe(number + 1);
  }
  await lease.end({ result, number: 21, error: null, state: null });
});

it("reading goes on after a lost connection: a turn that begins then does not fail for it", async () => {
  const store = storeOf("cut");
  const lease = await begun(store, "00000000-0000-4000-8000-000000000005");
  const files = await lease.save(
    (async function* () {
      yield Buffer.from("files");
    })(),
  );
  const state = { session: "s", files, workspace: null, snapshot: null, usage: null };
  await lease.end({ result, number: 1, error: null, state });
  const original = database.query.bind(database);
  let losses = 0;
  database.query = async (text, values) => {
    if (losses-- > 0) throw new Error("Connection terminated unexpectedly");
    return original(text, values);
  };
  try {
    losses = 1;
    expect(await store.read("c")).toMatchObject({ state });
    losses = 1;
    for await (const piece of store.open("c", files)) expect(Buffer.from(piece).toString()).toBe("files");
  } finally {
    database.query = original;
  }
});

describe("the tables", () => {
  it("are made once by programs that start together, and refused if a newer release needs more", async () => {
    const other = new Database(await testDatabase(), 4);
    await Promise.all([migrate(other), migrate(other), migrate(other)]);
    const { rows } = await other.query("select step from reprise.steps");
    expect(rows).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }]);
    await other.query("insert into reprise.steps (step, needs) values (4, 1)");
    await migrate(other);
    await other.query("insert into reprise.steps (step, needs) values (5, 5)");
    await expect(migrate(other)).rejects.toMatchObject({ code: "newer-version", message: /Update Reprise/ });
    await other.close();
  });
});
