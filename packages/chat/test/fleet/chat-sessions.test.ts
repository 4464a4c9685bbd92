import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChatLibrary, openChats } from "@reprise/chat";
import { builtInAgents, nodeHost } from "@reprise/core";
import { openRunner } from "@reprise/core/runner";
import { type Chats, everySession, type Library, usualWish } from "@reprise/model";
import { echoAgent, echoProgram, resultOf, sessionIdIn, until } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database, openFleet, openFleetLibrary } from "../../src/fleet.ts";

const agents = [echoAgent, ...builtInAgents] as const;
let root: string;
let closing: (() => unknown)[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "chat-sessions-"));
  closing = [() => rmSync(root, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

interface Stage {
  readonly chats: Chats;
  open(tenant?: string): Promise<Library>;
}

function hostAt(name: string) {
  const [REPRISE_STATE, REPRISE_CACHE] = [join(root, name), join(root, `${name}-cache`)];
  return nodeHost({ ...process.env, HOME: root, REPRISE_STATE, REPRISE_CACHE, REPRISE_ECHO_BIN: echoProgram });
}

async function embedded(): Promise<Stage> {
  const host = hostAt("one");
  const chats = openChats(host, { agents });
  return { chats, open: async () => openChatLibrary(host, { agents }) };
}

let store: string;
async function shared(): Promise<Stage> {
  store = await testDatabase();
  const chats = await openFleet(hostAt("worker"), { store, agents, cwd: root });
  // Another machine: it has nothing of the worker's.
  const open = (tenant?: string) => openFleetLibrary(hostAt("reader"), { store, agents, tenant, cwd: root });
  return { chats, open };
}

const say = (chat_id: string, message: string) => ({ chat_id, agent: "echo", message });

describe.each([
  ["of one machine", embedded],
  ["that servers share", shared],
])("chats %s", (_, stageOf) => {
  async function stage(): Promise<Stage & { readonly library: Library }> {
    const opened = await stageOf();
    closing.push(() => opened.chats.close());
    const library = await opened.open();
    closing.push(() => library.close());
    return { ...opened, library };
  }

  it("are sessions: listed under their ids, found, read and searched, with every turn that has ended", async () => {
    const { chats, library } = await stage();
    expect((await library.list(everySession)).total).toBe(0);
    for (const message of ["where is the needle", "and the thread"])
      await resultOf(await chats.send(say("c 1", message)));
    await resultOf(await chats.send(say("c 2", "other")));
    const { sessions } = await library.list(everySession);
    expect(sessions.map(({ name, title, turnCount, owner }) => [name, title, turnCount, owner])).toEqual([
      ["c 2", "other", 1, null],
      ["c 1", "where is the needle", 2, null],
    ]);
    const session = await library.find("c 1");
    expect(session.thread).toBe((await chats.chat("c 1")).session_id);
    const texts: string[] = [];
    for await (const { items } of (await library.read(session.id)).turns)
      for (const item of items) if (item.kind === "prompt") texts.push(item.text);
    expect(texts).toEqual(["where is the needle", "and the thread"]);
    const hits = [];
    for await (const hit of library.search("needle", everySession)) hits.push(hit.title);
    expect(hits).toContain("c 1");
    await resultOf(await chats.send(say("c 2", "more")));
    expect((await library.find("c 2")).turnCount).toBe(2);
    expect(await library.warnings()).toEqual([]);
  });

  it("are open while a message is answered, and name who answers it", async () => {
    const { chats, library } = await stage();
    await resultOf(await chats.send(say("c", "one")));
    const go = join(root, "go");
    const turn = await chats.send(say("c", `wait for ${go}`));
    await sessionIdIn(turn);
    expect(await library.find("c")).toMatchObject({ state: "open", turnCount: 1, owner: { program: "reprise" } });
    writeFileSync(go, "");
    await resultOf(turn);
    expect(await library.find("c")).toMatchObject({ state: "completed", turnCount: 2, owner: null });
  });

  it("are not resumed behind the back of their next message, but can be replayed", async () => {
    const { chats, library } = await stage();
    await resultOf(await chats.send(say("c", "one")));
    const runner = await openRunner(hostAt("one"), { agents, library });
    closing.push(() => runner.close());
    const { id } = await library.find("c");
    const resume = await runner.plan(id, { ...usualWish, modes: ["resume"], settings: { cwd: root } });
    expect(resume).toMatchObject({ mode: null, refusals: [{ detail: expect.stringContaining("It is the chat c") }] });
    const replay = await runner.plan(id, { ...usualWish, modes: ["replay"], settings: { cwd: root } });
    expect(replay).toMatchObject({ mode: "replay", session: id });
  });
});

describe("chats that servers share", () => {
  it("are those of one tenant; one whose files are gone is reported and hides no other", async () => {
    const { chats, open } = await shared();
    closing.push(() => chats.close());
    const database = new Database(store, 1);
    closing.push(() => database.close());
    const lastPiece = async () =>
      Number((await database.query("select max(object) as last from reprise.object_pieces")).rows[0].last);
    await resultOf(await chats.send(say("whole", "whole")));
    const last = await lastPiece();
    await resultOf(await chats.send(say("lost", "lost")));
    await database.query("update reprise.object_pieces set bytes = 'x' where object > $1", [last]);
    const library = await open();
    closing.push(() => library.close());
    expect((await library.list(everySession)).sessions.map(({ name }) => name)).toEqual(["whole"]);
    expect(await library.warnings()).toMatchObject([{ kind: "unreadable", path: "lost" }]);
    const other = await open("other");
    closing.push(() => other.close());
    expect((await other.list(everySession)).total).toBe(0);
  });

  it("tell an open list of their next turn, though no file of this machine changes", async () => {
    const { chats, open } = await shared();
    closing.push(() => chats.close());
    await resultOf(await chats.send(say("c", "one")));
    const library = await open();
    closing.push(() => library.close());
    const stop = new AbortController();
    let told = 0;
    const watching = (async () => {
      for await (const _changes of library.watch(stop.signal)) told += 1;
    })();
    await until(() => told > 0, { what: "the first look" });
    const before = told;
    await resultOf(await chats.send(say("c", "two")));
    await until(() => told > before, { what: "news of the second turn" });
    stop.abort();
    await watching;
  });
});
