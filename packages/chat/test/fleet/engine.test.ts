import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { ChatTurn } from "@reprise/model";
import { echoAgent, echoProgram, eventsOf, resultOf, sessionIdIn, until } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Database, type FleetChats, mostWaiting, openFleet } from "../../src/fleet.ts";
import { CutOff } from "./cut-off.ts";

let store: string;
let database: Database;
let root: string;
let tenantCount = 0;
let chats: FleetChats[];
beforeAll(async () => {
  store = await testDatabase();
  database = new Database(store, 2);
});
afterAll(() => database.close());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "fleet-"));
  tenantCount += 1;
  chats = [];
});
afterEach(async () => {
  for (const one of chats) await one.close();
  rmSync(root, { recursive: true, force: true });
});

async function open(slotCount: number, address = store): Promise<FleetChats> {
  const env = { ...process.env, REPRISE_STATE: join(root, `state-${chats.length}`), REPRISE_ECHO_BIN: echoProgram };
  const agents = [echoAgent, ...builtInAgents] as const;
  const opened = await openFleet(nodeHost(env), {
    store: address,
    agents,
    slotCount,
    tenant: `tenant ${tenantCount}`,
    cwd: root,
  });
  chats.push(opened);
  return opened;
}

const waiting = (chat_id: string, message: string) => ({ chat_id, message, queue: true, detach: true });

async function replyIn(turn: ChatTurn): Promise<string> {
  const events = await eventsOf(turn);
  return events.map(({ event }) => (event.type === "message" ? event.content : "")).join("");
}

describe("the queue of a chat", () => {
  it("answers messages in the order they were sent, and holds up no other chat", async () => {
    const sender = await open(0);
    const turns: ChatTurn[] = [];
    for (const message of ["one", "two", "three"]) turns.push(await sender.send(waiting("a", message)));
    const other = await sender.send(waiting("b", "alone"));
    await open(3);
    expect(await replyIn(turns[2] as ChatTurn)).toBe("You say: three (before: two)");
    expect(await replyIn(turns[1] as ChatTurn)).toBe("You say: two (before: one)");
    expect(await replyIn(other)).toBe("You say: alone");
  });

  it("takes a hundred messages and says so to the next one, with nothing kept of it", async () => {
    const sender = await open(0);
    for (let count = 0; count <= mostWaiting; count += 1) await sender.send(waiting("full", `m${count}`));
    await expect(sender.send(waiting("full", "too many"))).rejects.toMatchObject({ code: "busy", isFull: true });
    expect((await sender.chat("full")).turn_count).toBe(mostWaiting + 1);
    await expect(sender.send(waiting("empty", "m"))).resolves.toBeDefined();
    await database.query("delete from reprise.turns where status = 'queued'");
  });

  it("is that of its messages, whatever the engine's tables say: a job that was removed is queued again, before later ones", async () => {
    const sender = await open(0);
    const turns: ChatTurn[] = [];
    for (const message of ["one", "two", "three"]) turns.push(await sender.send(waiting("j", message)));
    await database.query("delete from reprise_jobs.job where id = $1", [turns[0]?.id]);
    const early = "update reprise_jobs.job set created_on = now() - interval '1 hour' where id = $1";
    await database.query(early, [turns[2]?.id]);
    await open(1);
    expect(await replyIn(turns[2] as ChatTurn)).toBe("You say: three (before: two)");
    expect(await replyIn(turns[1] as ChatTurn)).toBe("You say: two (before: one)");
  });

  it("waits for the reset of a usage limit in order; a message that does not queue is tried at once", async () => {
    const sender = await open(1);
    await resultOf(await sender.send({ chat_id: "p", message: "zero" }));
    const park = (seconds: number) =>
      database.query("update reprise.chats set parked_until = now() + make_interval(secs => $1) where chat = 'p'", [
        seconds,
      ]);
    await park(3600);
    const now = await sender.send({ chat_id: "p", message: "now" });
    expect(await resultOf(now)).toMatchObject({ status: "completed" });
    await park(2);
    const turns: ChatTurn[] = [];
    for (const message of ["one", "two", "three"]) turns.push(await sender.send(waiting("p", message)));
    const started = Date.now();
    expect(await replyIn(turns[2] as ChatTurn)).toBe("You say: three (before: two)");
    expect(Date.now() - started).toBeGreaterThan(500);
    const { turns: all } = await sender.chat("p");
    expect(all.map(({ message }) => message)).toEqual(["zero", "now", "one", "two", "three"]);
  });

  it("ends a waiting message that is cancelled from another process, and goes on with the next", async () => {
    const sender = await open(0);
    const [first, second] = [await sender.send(waiting("x", "one")), await sender.send(waiting("x", "two"))];
    const other = await open(0);
    await (await other.turn("x", first.id)).cancel();
    expect(await resultOf(first)).toMatchObject({ status: "cancelled" });
    await open(1);
    expect(await replyIn(second)).toBe("You say: two");
  });
});

it("a turn goes on when the connections of its worker end: nobody has cancelled it", async () => {
  const sender = await open(1);
  await resultOf(await sender.send({ chat_id: "cut", message: "before" }));
  const go = join(root, "go");
  const turn = await sender.send({ chat_id: "cut", message: `wait for ${go}` });
  await sessionIdIn(turn);
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const listening =
    "select from pg_stat_activity where datname = current_database() and application_name = 'reprise listener'";
  await until(async () => (await database.query(listening)).rows.length === chats.length, { what: "listeners" });
  writeFileSync(go, "");
  expect(await resultOf(turn)).toMatchObject({ status: "completed" });
});

it("behind a pooler that passes no notices on, messages are answered, followed and cancelled all the same, a second later", async () => {
  const text = (bytes: Buffer) => bytes.toString("latin1").replaceAll("listen reprise_", "notify reprise_");
  const pooler = await CutOff.open(store, (bytes) => Buffer.from(text(bytes), "latin1"));
  try {
    const sender = await open(0, pooler.url);
    await open(1, pooler.url);
    const startedMs = Date.now();
    const turns: ChatTurn[] = [];
    for (const message of ["one", "two"]) turns.push(await sender.send(waiting("pooled", message)));
    expect(await replyIn(turns[1] as ChatTurn)).toBe("You say: two (before: one)");
    const held = await sender.send({ chat_id: "pooled", message: `wait for ${join(root, "never")}` });
    await sessionIdIn(held);
    await held.cancel();
    expect(await resultOf(held)).toMatchObject({ status: "cancelled" });
    expect(Date.now() - startedMs).toBeLessThan(60_000);
  } finally {
    for (const one of chats.splice(0)) await one.close();
    await pooler.close();
  }
});

it("a message that is cancelled at the very moment a worker takes it ends once, and its chat goes on", async () => {
  const sender = await open(0);
  await open(2);
  for (let round = 0; round < 10; round += 1) {
    const turn = await sender.send(waiting("c", `m${round}`));
    await turn.cancel();
    expect(["cancelled", "completed"]).toContain((await resultOf(turn)).status);
  }
  expect(await replyIn(await sender.send(waiting("c", "last")))).toContain("You say: last");
});

describe("a turn whose workers crash", () => {
  it("is given up after some attempts with the reason, and its chat goes on", async () => {
    const sender = await open(0);
    const first = await sender.send(waiting("d", "one"));
    const second = await sender.send(waiting("d", "two"));
    await database.query("update reprise.turns set status = 'running', attempt = 6 where turn = $1", [first.id]);
    // As after a lost heartbeat; the engine still calls the job somebody's.
    await database.query(
      "update reprise_jobs.job set state = 'active', started_on = now(), heartbeat_seconds = 1, heartbeat_on = now() - interval '1 minute' where id = $1",
      [first.id],
    );
    const worker = await open(1);
    expect(await resultOf(first)).toMatchObject({ status: "failed" });
    const events = await eventsOf(first);
    expect(events.map(({ event }) => event)).toContainEqual(expect.objectContaining({ code: "interrupted" }));
    expect(await replyIn(second)).toBe("You say: two");
    expect((await worker.figures()).givenUpCount).toBe(1);
  });

  it("starts again when its job is removed from the engine's tables while it runs, and ends once", async () => {
    const sender = await open(1);
    const go = join(root, "go");
    const turn = await sender.send({ chat_id: "purged", agent: "echo", message: `wait for ${go}` });
    await sessionIdIn(turn);
    await database.query("delete from reprise_jobs.job where id = $1", [turn.id]);
    const types = async () =>
      (
        await database.query(
          "select event::json ->> 'type' as type from reprise.events where turn = $1 order by number",
          [turn.id],
        )
      ).rows.map(({ type }) => type);
    await until(async () => (await types()).includes("attempt"), { timeoutMs: 60_000, what: "the second attempt" });
    writeFileSync(go, "");
    expect(await resultOf(turn)).toMatchObject({ status: "completed" });
    expect((await types()).filter((type) => type === "result")).toHaveLength(1);
    expect(await replyIn(await sender.send({ chat_id: "purged", message: "next" }))).toContain(
      `before: wait for ${go}`,
    );
  });

  it("starts again before all that wait, however many there are", async () => {
    const sender = await open(0);
    for (const chat of ["1", "2", "3", "4", "5"]) await sender.send(waiting(chat, "waits"));
    const cutOff = await sender.send(waiting("cut off", "began"));
    await database.query("update reprise.turns set status = 'running', attempt = 1 where turn = $1", [cutOff.id]);
    // As the engine leaves it after a lost heartbeat.
    await database.query("update reprise_jobs.job set state = 'retry', retry_count = 1 where id = $1", [cutOff.id]);
    await open(1);
    await resultOf(cutOff);
    const { rows } = await database.query(
      `select count(*)::int as count from reprise.turns o join reprise.turns t on t.tenant = o.tenant and o.started_at < t.started_at
       where t.turn = $1`,
      [cutOff.id],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it("starts again when the engine has given up its job, as it does with those of the first release, or has no longer any", async () => {
    const sender = await open(0);
    const turns: ChatTurn[] = [];
    for (const message of ["one", "two", "three"]) turns.push(await sender.send(waiting("e", message)));
    const [first, second] = turns;
    await database.query("update reprise_jobs.job set state = 'failed', completed_on = now() where id = $1", [
      first?.id,
    ]);
    await database.query("delete from reprise_jobs.job where id = $1", [second?.id]);
    await open(1);
    expect(await replyIn(turns[2] as ChatTurn)).toBe("You say: three (before: two)");
    expect(await replyIn(second as ChatTurn)).toBe("You say: two (before: one)");
  });
});

describe("what a turn leaves", () => {
  it("is no more than the last state needs", async () => {
    const sender = await open(1);
    for (const message of ["one", "two", "three"]) await resultOf(await sender.send({ chat_id: "o", message }));
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    const prefix = `chats/${hash(`tenant ${tenantCount}`).slice(0, 16)}/${hash("o").slice(0, 32)}/`;
    const text = "select distinct split_part(key, '/', 4) as epoch from reprise.objects where starts_with(key, $1)";
    await until(async () => (await database.query(text, [prefix])).rows.length === 1);
    expect(await replyIn(await sender.send({ chat_id: "o", message: "four" }))).toContain("before: three");
  });
});

it("a chat of another tenant does not exist, nor do its turns", async () => {
  const mine = await open(1);
  const turn = await mine.send({ chat_id: "secret", message: "hello" });
  await sessionIdIn(turn);
  tenantCount += 1;
  const other = await open(0);
  await expect(other.chat("secret")).rejects.toMatchObject({ code: "not-found" });
  await expect(other.turn("secret", turn.id)).rejects.toMatchObject({ code: "not-found" });
  await other.send(waiting("secret", "own"));
  await expect(other.turn("secret", turn.id)).rejects.toMatchObject({ code: "not-found" });
  await resultOf(turn);
});
