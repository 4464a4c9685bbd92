import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { localSandbox } from "@reprise/chat";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { ChatTurn } from "@reprise/model";
import { echoAgent, echoProgram, eventsOf, until } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database, type FleetChats, openFleet, openTenants } from "../../src/fleet.ts";

const deploy = fileURLToPath(new URL("../../../../deploy/", import.meta.url));
const hasPsql = spawnSync("psql", ["--version"]).status === 0;
let root: string;
const opened: FleetChats[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "back-up-"));
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  rmSync(root, { recursive: true, force: true });
});

async function open(store: string, slotCount = 8): Promise<FleetChats> {
  const state = join(root, `state-${opened.length}`);
  const host = nodeHost({ ...process.env, REPRISE_STATE: state, REPRISE_ECHO_BIN: echoProgram });
  const sandboxes = [{ ...localSandbox(host), name: "apart", isIsolated: true }];
  const fleet = await openFleet(host, {
    store,
    slotCount,
    agents: [echoAgent, ...builtInAgents],
    sandboxes,
    cwd: root,
  });
  opened.push(fleet);
  return fleet;
}
const hello = (chat_id: string, message: string) => ({ chat_id, message, agent: "echo" });
const answered = async (turn: ChatTurn) => (await eventsOf(turn)).at(-1)?.event;
const done = { type: "result", status: "completed" };

/** A chat with an answer, one whose message waits, and a tenant with a chat and a token. */
async function filled(store: string): Promise<string> {
  const fleet = await open(store);
  expect(await answered(await fleet.send(hello("c", "before"), { key: "k" }))).toMatchObject(done);
  const tenants = await openTenants(store);
  const { secret } = await tenants.create({ tenant: "acme", name: null, right: "act", chats: null, expiresAt: null });
  await tenants.change("acme", { sandbox: "apart" });
  await tenants.close();
  const acme = await fleet.callerWith(secret);
  expect(await answered((await acme?.chats.send(hello("c", "of acme"))) as ChatTurn)).toMatchObject(done);
  await fleet.close();
  const sender = await open(store, 0);
  await sender.send({ ...hello("waiting", "not yet"), queue: true, detach: true });
  await sender.close();
  return secret;
}

/** Everything that was there is there, and goes on. */
async function checkWhole(store: string, secret: string): Promise<void> {
  const fleet = await open(store);
  await until(async () => (await fleet.chat("waiting")).turns[0]?.status === "completed");
  const repeated = await fleet.send(hello("c", "before"), { key: "k" });
  expect(repeated.isRepeated).toBe(true);
  const session = (await fleet.chat("c")).session_id;
  const next = await eventsOf(await fleet.send(hello("c", "after")));
  expect(next.find(({ event }) => event.type === "init")?.event).toMatchObject({ session_id: session });
  expect(next.at(-1)?.event).toMatchObject(done);
  const acme = await fleet.callerWith(secret);
  expect((await acme?.chats.chat("c"))?.turns).toMatchObject([{ message: "of acme" }]);
  expect(await answered((await acme?.chats.send(hello("c", "more"))) as ChatTurn)).toMatchObject(done);
}

describe("a back-up", () => {
  it.runIf(hasPsql)(
    "by the scripts in deploy is whole in another database, with what waited, keys and tokens",
    async () => {
      const [from, to] = [await testDatabase(), await testDatabase()];
      const secret = await filled(from);
      const folder = join(root, "copy");
      mkdirSync(folder);
      const psql = (store: string, script: string) =>
        execFileSync("psql", [store, "-q", "-v", "ON_ERROR_STOP=1", "-f", join(deploy, script)], { cwd: folder });
      psql(from, "backup.sql");
      await (await openTenants(to)).close();
      psql(to, "restore.sql");
      await (await openTenants(to)).close();
      await checkWhole(to, secret);
    },
  );

  it("as a copy of the database, made while no server runs, is whole too", async () => {
    const from = await testDatabase();
    const secret = await filled(from);
    const name = /\/(d[0-9a-f]+)\?/.exec(from)?.[1] ?? "";
    const admin = new Database(from.replace(name, "postgres"), 1);
    await admin.query(`create database ${name}_copy template ${name}`);
    await admin.close();
    await checkWhole(from.replace(name, `${name}_copy`), secret);
  });
});
