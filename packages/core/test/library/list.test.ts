import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { type Progress, SessionError } from "@reprise/model";
import { compareTrees, hashTree, linesOf, makeScriptedHome, promptTurn, scripted } from "@reprise/testkit";
import { describe, expect, it, test } from "vitest";
import { nodeDatabases } from "../../src/host/database/database.ts";
import type { Host } from "../../src/host/host.ts";
import { all, findings, hits, home, open, put, seed, threads, useHome } from "./stage.ts";

useHome();

const refusal = async (promise: Promise<unknown>): Promise<SessionError> => {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SessionError);
  return error as SessionError;
};

describe("two homes with one thread id", () => {
  it("are two sessions with the same id, told apart by their files", async () => {
    const other = makeScriptedHome();
    const first = put(seed("same", 1));
    const second = put(seed("same", 2, { turns: [promptTurn("in the other home")] }), other);
    const library = open({ homes: { codex: [home.path, other.path] } });
    const { sessions } = await library.list(all);
    expect(sessions.map(({ id, files }) => [id, files[0]?.path])).toEqual([
      ["codex:same", second],
      ["codex:same", first],
    ]);
    const refused = await refusal(library.find("codex:same"));
    expect([refused.code, refused.candidates]).toEqual(["ambiguous", [second, first]]);
    expect((await library.find(first)).title).toBe("question of same");
    const reading = await library.read((await library.list(all)).sessions[0] ?? ("" as never));
    expect(reading.session.title).toBe("in the other home");
    other.dispose();
  });

  it("are kept apart when only one of them is read", async () => {
    const other = makeScriptedHome();
    put(seed("mine", 1));
    put(seed("other", 2), other);
    expect(await threads(open({ homes: { codex: [home.path, other.path] } }))).toEqual(["other", "mine"]);
    expect(await threads(open({ homes: { codex: [home.path] } }))).toEqual(["mine"]);
    expect(await threads(open({ homes: { codex: [home.path, other.path] } }))).toEqual(["other", "mine"]);
    other.dispose();
  });
});

describe("pages", () => {
  it("stay as they are while sessions are added", async () => {
    for (let minute = 0; minute < 10; minute += 1) put(seed(`s${minute}`, minute));
    const library = open();
    const first = await library.list({ ...all, limit: 4 });
    put(seed("new", 50));
    const second = await library.list({ ...all, limit: 4, cursor: first.next ?? "" });
    expect([...first.sessions, ...second.sessions].map(({ thread }) => thread)).toEqual([
      "s9",
      "s8",
      "s7",
      "s6",
      "s5",
      "s4",
      "s3",
      "s2",
    ]);
    expect(second.total).toBe(11);
  });

  it("order sessions of one moment by id", async () => {
    for (const thread of ["c", "a", "d", "b"]) put(seed(thread, 1));
    const library = open();
    const first = await library.list({ ...all, limit: 2 });
    const second = await library.list({ ...all, limit: 2, cursor: first.next ?? "" });
    expect([...first.sessions, ...second.sessions].map(({ thread }) => thread)).toEqual(["a", "b", "c", "d"]);
  });
});

describe("list", () => {
  it("does not wait for the text, and starts nothing that does", async () => {
    put(seed("a", 1));
    await open().list(all);
    const catalog = nodeDatabases.open(join(home.root, "cache/catalog.db"));
    expect(catalog.prepare("SELECT count(*) AS count FROM passage").get()).toMatchObject({ count: 0 });
    catalog.close();
  });

  it("shows a name that was given later, although the rollout is the same", async () => {
    put(seed("a", 1));
    const library = open();
    expect((await library.list(all)).sessions[0]?.name).toBeNull();
    home.write("names.json", '{"a":"My work"}');
    expect((await library.list(all)).sessions[0]?.name).toBe("My work");
    expect((await library.find("my work")).thread).toBe("a");
  });

  it("sees at once who holds a session, and when nobody does any more", async () => {
    put(seed("a", 1, { turns: [{ items: [{ kind: "prompt", text: "go" }] }] }));
    const library = open();
    expect((await library.list(all)).sessions[0]).toMatchObject({ state: "interrupted", owner: null });
    home.write("owners.json", '{"a":{"pid":7,"program":"codex"}}');
    expect((await library.list(all)).sessions[0]).toMatchObject({ state: "working", owner: { pid: 7 } });
    expect(await threads(library, { ...all, state: "interrupted" })).toEqual([]);
    home.write("owners.json", "{}");
    expect((await library.list(all)).sessions[0]).toMatchObject({ state: "interrupted", owner: null });
  });

  it("names a folder that cannot be read, and lists the rest", async () => {
    put(seed("a", 1));
    home.write("sessions/locked/b.jsonl", scripted.file(...linesOf(seed("b", 2))));
    const locked = join(home.path, "sessions/locked");
    const list: Host["files"]["list"] = (folder) => {
      if (folder === locked) throw new SessionError("unreadable", `${folder} cannot be read (EACCES).`);
      return home.host.files.list(folder);
    };
    const library = open({}, { ...home.host, files: { ...home.host.files, list } });
    expect(await threads(library)).toEqual(["a"]);
    expect(await library.warnings()).toMatchObject([{ kind: "unreadable", path: locked }]);
    expect(await library.warnings()).toEqual([]);
  });

  it("names a home that was asked for and is not there", async () => {
    put(seed("a", 1));
    const library = open({ homes: { codex: ["/nowhere/at/all", home.path] } });
    expect(await threads(library)).toEqual(["a"]);
    expect(await library.warnings()).toMatchObject([{ kind: "unreadable", path: "/nowhere/at/all" }]);
  });

  it("answers several questions at once", async () => {
    for (let minute = 0; minute < 10; minute += 1) put(seed(`s${minute}`, minute));
    const library = open();
    const [page, found, again] = await Promise.all([library.list(all), hits(library, "question"), library.list(all)]);
    expect([page.total, found.length, again.total]).toEqual([10, 30, 10]);
  });

  it("does not wait for a search that reads everything", async () => {
    for (let count = 0; count < 200; count += 1) put(seed(`s${count}`, count % 60));
    let ticks = 0;
    const library = open({}, { ...home.host, ticks: () => (ticks += 1000) });
    const order: string[] = [];
    const searching = hits(library, "question").then((found) => order.push(`search ${found.length}`));
    const listing = library.list(all).then(({ total }) => order.push(`list ${total}`));
    await Promise.all([searching, listing]);
    expect(order).toEqual(["list 200", "search 600"]);
  });

  it("searches what can be read when something cannot", async () => {
    put(seed("a", 1));
    const locked = put(seed("b", 2));
    const openFile: Host["files"]["open"] = (path, from) => {
      if (path === locked) throw new SessionError("unreadable", `${path} cannot be read (EACCES).`);
      return home.host.files.open(path, from);
    };
    const library = open({}, { ...home.host, files: { ...home.host.files, open: openFile } });
    await library.list(all);
    expect(await hits(library, "question")).toHaveLength(3);
    expect((await findings(library)).map(({ path }) => path)).toEqual([locked]);
  });

  it("reports how far it is, the first time", async () => {
    for (let minute = 0; minute < 10; minute += 1) put(seed(`s${minute}`, minute));
    const told: Progress[] = [];
    const library = open({ onProgress: (progress) => told.push(progress) });
    await library.list(all);
    expect(told.at(-1)).toMatchObject({ stage: "outline", doneCount: 10, totalCount: 10 });
    await hits(library, "question");
    expect(told.at(-1)).toMatchObject({ stage: "text", doneCount: 10, totalCount: 10 });
    const count = told.length;
    await hits(library, "question");
    expect(told).toHaveLength(count);
    for (const { doneBytes, totalBytes } of told) expect(doneBytes).toBeLessThanOrEqual(totalBytes);
  });

  it("counts a plain file and its compressed twin once", async () => {
    const content = scripted.file(...linesOf(seed("a", 1)));
    const plain = home.write("sessions/a.jsonl", content);
    const twin = home.write("sessions/a.jsonl.zst", zstdCompressSync(Buffer.from(content)));
    home.write("sessions/b.jsonl.zst", zstdCompressSync(Buffer.from(scripted.file(...linesOf(seed("b", 2))))));
    const { sessions } = await open().list(all);
    expect(sessions.map(({ thread, title }) => [thread, title])).toEqual([
      ["b", "question of b"],
      ["a", "question of a"],
    ]);
    expect(sessions[1]?.files).toMatchObject([
      { path: plain, role: "main" },
      { path: twin, role: "copy" },
    ]);
    expect(sessions[1]?.sizeBytes).toBe(Buffer.byteLength(content));
  });

  it("changes no byte of what it reads", async () => {
    for (let minute = 0; minute < 5; minute += 1) put(seed(`s${minute}`, minute));
    const before = await hashTree(home.path);
    const library = open();
    await library.list(all);
    await hits(library, "question");
    await findings(library);
    expect(compareTrees(before, await hashTree(home.path))).toEqual([]);
  });
});

test("a short id finds its session, also where others begin like it", async () => {
  const ids = [
    "01a1e0b8-fc3b-7553-97ec-66ffadb94079",
    "01a1e0b8-fc3b-7999-8888-66ffadb94079",
    "01a1e0b9-0000-7553-97ec-66ffadb94079",
  ];
  for (const [minute, id] of ids.entries()) put(seed(id, minute));
  const library = open();
  const { sessions } = await library.list(all);
  expect(sessions.map(({ shortId }) => shortId).toSorted()).toEqual([
    "01a1e0b8-fc3b-75",
    "01a1e0b8-fc3b-79",
    "01a1e0b9-0000",
  ]);
  for (const { id, shortId } of sessions) expect((await library.find(shortId)).id).toBe(id);
});
