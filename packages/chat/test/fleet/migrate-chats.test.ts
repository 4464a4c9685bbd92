import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChats } from "@reprise/chat";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { ChatRequest, Chats, MigratedChat } from "@reprise/model";
import { echoAgent, echoProgram, eventsOf } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFleet, openMigration } from "../../src/fleet.ts";

let root: string;
let store: string;
let chats: Chats;
const opened: Chats[] = [];
const agents = [echoAgent, ...builtInAgents] as const;
const hostOf = (name: string) =>
  nodeHost({ ...process.env, REPRISE_STATE: join(root, name), REPRISE_ECHO_BIN: echoProgram });
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "migrate-"));
  store = await testDatabase();
  chats = openChats(hostOf("own"), { agents });
  opened.push(chats);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  rmSync(root, { recursive: true, force: true });
});

const hello = (chat_id: string, message: string): ChatRequest => ({ chat_id, message, agent: "echo" });
async function migrated(): Promise<readonly MigratedChat[]> {
  const all: MigratedChat[] = [];
  for await (const one of openMigration(hostOf("own"), { store, cwd: root })) all.push(one);
  return all.sort((a, b) => String(a.chat).localeCompare(String(b.chat)));
}
async function fleetOf(name: string): Promise<Chats> {
  const fleet = await openFleet(hostOf(name), { store, agents, cwd: root });
  opened.push(fleet);
  return fleet;
}
const said = async (sender: Chats, request: ChatRequest, key?: string) =>
  eventsOf(await sender.send(request, key === undefined ? {} : { key }));
/** Every file of the embedded store, with its bytes. */
function files(): Record<string, string> {
  const folder = join(root, "own/chats");
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.flatMap(({ parentPath, name }) =>
      name.startsWith("lock") ? [] : [[join(parentPath, name), readFileSync(join(parentPath, name), "base64")]],
    ),
  );
}

it("copies chats whole: history, events, keys and the conversation, which another machine continues", async () => {
  const first = await said(chats, hello("a", "the first"), "k1");
  await said(chats, hello("a", "the second"));
  await said(chats, { ...hello("b", "work here"), workspace: root });
  const [before, bytes] = [await chats.chat("a"), files()];
  expect((await migrated()).map(({ chat, outcome, turnCount }) => [chat, outcome, turnCount])).toEqual([
    ["a", "copied", 2],
    ["b", "copied", 1],
  ]);
  expect(files()).toEqual(bytes);
  const fleet = await fleetOf("elsewhere");
  expect(await fleet.chat("a")).toEqual(before);
  expect(await eventsOf(await fleet.turn("a", before.turns[0]?.id ?? ""))).toEqual(first);
  const repeated = await fleet.send(hello("a", "the first"), { key: "k1" });
  expect([repeated.isRepeated, repeated.id]).toEqual([true, before.turns[0]?.id]);
  const next = await said(fleet, hello("a", "the third"));
  expect(next.find(({ event }) => event.type === "init")?.event).toMatchObject({ session_id: before.session_id });
  expect(next.at(-1)?.event).toMatchObject({ status: "completed" });
  expect((await fleet.chat("b")).workspace).toBe(root);
});

it("again, copies only what is new, and leaves alone what the servers have continued", async () => {
  await said(chats, hello("a", "one"));
  await said(chats, hello("b", "one"));
  await migrated();
  await said(chats, hello("a", "two"));
  await said(chats, hello("c", "one"));
  const fleet = await fleetOf("elsewhere");
  await said(fleet, hello("b", "at the servers"));
  expect((await migrated()).map(({ chat, outcome }) => [chat, outcome])).toEqual([
    ["a", "copied"],
    ["b", "present"],
    ["c", "copied"],
  ]);
  expect((await fleet.chat("a")).turns.map(({ message }) => message)).toEqual(["one", "two"]);
  await said(fleet, hello("a", "three"));
  await said(chats, hello("b", "here too"));
  expect((await migrated())[1]).toMatchObject({ chat: "b", outcome: "refused", detail: /since it was copied/ });
  expect((await fleet.chat("b")).turns.map(({ message }) => message)).toEqual(["one", "at the servers"]);
});

it("says which chat cannot be copied and why, and copies the others; cured, it is copied too", async () => {
  await said(chats, hello("damaged", "x"));
  await said(chats, hello("good", "x"));
  const part =
    Object.keys(files()).find(
      (path) => path.includes("/parts/") && folderOf(path) === folderOf(journalOf("damaged")),
    ) ?? "";
  const whole = readFileSync(part);
  writeFileSync(part, Buffer.concat([whole.subarray(0, -1), Buffer.from([0])]));
  const held = await chats.send(hello("running", `wait for ${join(root, "never")}`));
  expect((await migrated()).map(({ chat, outcome }) => [chat, outcome])).toEqual([
    ["damaged", "failed"],
    ["good", "copied"],
    ["running", "busy"],
  ]);
  writeFileSync(part, whole);
  await held.cancel();
  expect((await migrated()).map(({ outcome }) => outcome)).toEqual(["copied", "present", "copied"]);
  const fleet = await fleetOf("elsewhere");
  expect((await fleet.chat("running")).turns).toMatchObject([{ status: "cancelled" }]);
  expect((await said(fleet, hello("damaged", "more"))).at(-1)?.event).toMatchObject({ status: "completed" });
});

const folderOf = (path: string) => path.slice(0, path.indexOf("/chats/") + 39);
function journalOf(chat: string): string {
  return (
    Object.keys(files()).find(
      (path) => path.endsWith("chat.jsonl") && readFileSync(path, "utf8").includes(`"chat":"${chat}"`),
    ) ?? ""
  );
}
