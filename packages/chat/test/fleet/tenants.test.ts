import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localSandbox } from "@reprise/chat";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { ChatCaller, Tenants, TokenWish } from "@reprise/model";
import { echoAgent, echoProgram, eventsOf } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database, type FleetChats, openFleet, openTenants } from "../../src/fleet.ts";

let root: string;
let store: string;
let database: Database;
let fleet: FleetChats;
let tenants: Tenants;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "tenants-"));
  store = await testDatabase();
  database = new Database(store, 4);
  const host = nodeHost({ ...process.env, REPRISE_STATE: join(root, "state"), REPRISE_ECHO_BIN: echoProgram });
  const sandboxes = [{ ...localSandbox(host), name: "apart", isIsolated: true }];
  fleet = await openFleet(host, { store, agents: [echoAgent, ...builtInAgents], sandboxes, cwd: root });
  tenants = await openTenants(store);
});
afterAll(async () => {
  await fleet.close();
  await tenants.close();
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

let count = 0;
function newTenant(): string {
  count += 1;
  return `tenant ${count}`;
}
async function token(tenant: string, wish: Partial<TokenWish> = {}) {
  const made = await tenants.create({ tenant, name: null, right: "act", chats: null, expiresAt: null, ...wish });
  await tenants.change(tenant, { sandbox: "apart" });
  return { id: made.token.id, secret: made.secret };
}
async function caller(secret: string): Promise<ChatCaller> {
  const found = await fleet.callerWith(secret);
  if (found === null) throw new Error("The token is not known.");
  return found;
}
const entered = async (tenant: string, wish?: Partial<TokenWish>) =>
  (await caller((await token(tenant, wish)).secret)).chats;
const hello = (chat_id: string, message = "hello") => ({ chat_id, message, agent: "echo" });
const outcomes = async (tenant: string) =>
  (await tenants.audit({ tenant, since: null, limit: 100 })).map(({ act, outcome }) => `${act} ${outcome}`);

describe("a token of a tenant", () => {
  it("is kept as a hash alone, and nothing that was made up or changed passes for it", async () => {
    const { id, secret } = await token(newTenant());
    expect(await fleet.callerWith(secret)).toMatchObject({ id });
    const { rows } = await database.query("select k::text as row from reprise.tokens k");
    for (const { row } of rows) expect(row).not.toContain(secret.slice(-43));
    const forged = [
      `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`,
      secret.replace(id, "0000000000000000"),
      secret.toUpperCase(),
      `rp_${id}_`,
      "rp_' or '1'='1_x",
      "",
    ];
    for (const one of forged) expect([one, await fleet.callerWith(one)]).toEqual([one, null]);
  });

  it("ends when it expires or is revoked, from the next request on, and says so only to who has it", async () => {
    const tenant = newTenant();
    const [short, long] = [await token(tenant), await token(tenant)];
    await database.query("update reprise.tokens set expires_at = now() where token = $1", [short.id]);
    await expect(fleet.callerWith(short.secret)).rejects.toThrow("has expired");
    expect(await fleet.callerWith(`${short.secret.slice(0, -2)}xx`)).toBeNull();
    await caller(long.secret);
    await tenants.revoke(long.id);
    await expect(fleet.callerWith(long.secret)).rejects.toThrow("was revoked");
    expect(await outcomes(tenant)).toEqual(
      expect.arrayContaining(["token-created done", "read expired", "token-revoked done", "read revoked"]),
    );
    await expect(tenants.revoke("nobody's")).rejects.toMatchObject({ code: "not-found" });
  });

  it("finds the chats of its tenant only: one id is another chat for each, and what others have is not there", async () => {
    const [a, b] = [await entered(newTenant()), await entered(newTenant())];
    const turn = await a.send(hello("shared", "of a"), { key: "k" });
    await eventsOf(turn);
    await expect(b.chat("shared")).rejects.toMatchObject({ code: "not-found", message: "There is no chat shared." });
    await expect(b.turn("shared", turn.id)).rejects.toMatchObject({ code: "not-found" });
    await eventsOf(await b.send(hello("shared", "of b"), { key: "k" }));
    await expect(b.turn("shared", turn.id)).rejects.toMatchObject({ code: "not-found" });
    expect((await a.chat("shared")).turns.map(({ message }) => message)).toEqual(["of a"]);
    expect((await b.chat("shared")).turns.map(({ message }) => message)).toEqual(["of b"]);
    await expect(fleet.chat("shared")).rejects.toMatchObject({ code: "not-found" });
  });

  it("may do what it was made for, and no more: not a word tells whether what it asks for is there", async () => {
    const tenant = newTenant();
    const whole = await entered(tenant);
    await eventsOf(await whole.send(hello("support-1")));
    const turn = (await whole.chat("support-1")).turns[0]?.id ?? "";
    const some = await entered(tenant, { chats: ["support-*", "one"], right: "read" });
    expect((await some.chat("support-1")).turn_count).toBe(1);
    for (const id of ["sales-1", "nowhere", "on", "one-more"])
      await expect(some.chat(id)).rejects.toThrow(`This token is not for the chat ${id}.`);
    await expect(some.send(hello("support-1"))).rejects.toThrow("may only read");
    await expect((await some.turn("support-1", turn)).cancel()).rejects.toThrow("may only read");
    expect(await outcomes(tenant)).toEqual(
      expect.arrayContaining(["read forbidden", "send forbidden", "cancel forbidden"]),
    );
  });

  it("names no folder of the server, gets no sandbox that is not isolated, and no full access outside of one", async () => {
    const tenant = newTenant();
    const chats = await entered(tenant);
    await expect(chats.send({ ...hello("c"), workspace: root })).rejects.toThrow("names no folder");
    await expect(chats.send({ ...hello("c"), sandbox: "local" })).rejects.toThrow("There is no sandbox local");
    await expect(chats.send({ ...hello("c"), session_id: "0199a213-81c0-7800-8aa1-bbab2a035a53" })).rejects.toThrow();
    await tenants.change(tenant, { sandbox: "local" });
    const trusted = (
      await caller((await tenants.create({ tenant, name: null, right: "act", chats: null, expiresAt: null })).secret)
    ).chats;
    await expect(trusted.send({ ...hello("d"), permissions: "danger-full-access" })).rejects.toThrow("isolated");
    await eventsOf(await trusted.send(hello("d")));
    expect(await trusted.chat("d")).toMatchObject({ sandbox: "local", permissions: "workspace-write" });
  });

  it("cannot say SQL, in any of its words", async () => {
    const tenant = newTenant();
    const chats = await entered(tenant);
    const evil = "'; drop table reprise.audit; select '$1 or 1=1 --\\";
    await eventsOf(await chats.send({ ...hello(evil, evil), instructions: evil, model: evil }, { key: evil }));
    expect(await chats.chat(evil)).toMatchObject({ chat_id: evil, turns: [{ message: evil }] });
    await expect(chats.turn(evil, evil)).rejects.toMatchObject({ code: "not-found" });
    await expect(chats.chat("%")).rejects.toMatchObject({ code: "not-found" });
    const named = await tenants.create({ tenant: evil, name: evil, right: "read", chats: [evil], expiresAt: null });
    expect((await tenants.tokens(evil)).tokens).toMatchObject([{ tenant: evil, name: evil, chats: [evil] }]);
    await expect((await caller(named.secret)).chats.chat("'; drop")).rejects.toThrow("not for the chat");
    expect(await outcomes(tenant)).toContain("send done");
  });
});

describe("what is recorded", () => {
  it("is who did what and when, each message once, and not a word of what was said", async () => {
    const tenant = newTenant();
    const { id, secret } = await token(tenant);
    const { chats } = await caller(secret);
    const turn = await chats.send(hello("c", "a secret word"), { key: "k" });
    await eventsOf(turn);
    await eventsOf(await chats.send(hello("c", "a secret word"), { key: "k" }));
    await chats.chat("c");
    await chats.chat("c");
    await turn.cancel();
    const held = await chats.send(hello("c", `wait for ${join(root, "never")}`));
    await held.cancel();
    const rows = await tenants.audit({ tenant, since: null, limit: 100 });
    expect(rows.map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
      "token-created done",
      "quota-changed done",
      "send done",
      "send repeated",
      "read done",
      "send done",
      "cancel done",
    ]);
    expect(rows[2]).toMatchObject({ tenant, token: id, chat: "c", turn: turn.id });
    expect(JSON.stringify(rows)).not.toContain("secret word");
  });
});

describe("a quota", () => {
  it("of turns at once holds beside many that send at the same time; what has ended makes room", async () => {
    const tenant = newTenant();
    const chats = await entered(tenant);
    await tenants.change(tenant, { turnsAtOnce: 2 });
    const release = join(root, "release");
    const held = await Promise.allSettled(
      ["a", "b", "c", "d", "e"].map((id) => chats.send(hello(id, `wait for ${release}`))),
    );
    const taken = held.filter(({ status }) => status === "fulfilled");
    expect(taken).toHaveLength(2);
    for (const one of held) if (one.status === "rejected") expect(one.reason.message).toContain("may have 2 turns");
    for (const one of held) if (one.status === "fulfilled") await one.value.cancel();
    await eventsOf(await chats.send(hello("f")));
    expect(await outcomes(tenant)).toContain("send quota");
  });

  it("of a day and of bytes refuse the next message, say until when, and keep nothing of it; the same key still answers", async () => {
    const tenant = newTenant();
    const chats = await entered(tenant);
    await eventsOf(await chats.send(hello("c"), { key: "first" }));
    const { used } = await tenants.change(tenant, { turnsADay: 1 });
    expect(used.bytes).toBeGreaterThan(100);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await expect(chats.send(hello("new"))).rejects.toMatchObject({
      message: expect.stringContaining("1 messages a day"),
      resetsAt: `${tomorrow}T00:00:00.000Z`,
    });
    await expect(chats.chat("new")).rejects.toMatchObject({ code: "not-found" });
    expect((await chats.send(hello("c"), { key: "first" })).isRepeated).toBe(true);
    await tenants.change(tenant, { turnsADay: null, bytes: used.bytes });
    await expect(chats.send(hello("c", "more"))).rejects.toThrow(`may hold ${used.bytes}`);
    expect((await tenants.tokens(tenant)).tenants).toMatchObject([{ used: { turnsADay: 1, turnsAtOnce: 0 } }]);
  });
});
