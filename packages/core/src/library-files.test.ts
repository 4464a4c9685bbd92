import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zstdCompressSync } from "node:zlib";
import { type Finding, type Hit, type Library, type Progress, SessionError } from "@reprise/model";
import {
  compareTrees,
  hashTree,
  linesOf,
  makeScriptedHome,
  promptTurn,
  type ScriptedHome,
  type SessionSeed,
  scripted,
  scriptedSource,
} from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codexSource } from "./agents/codex/source.ts";
import { geminiSource } from "./agents/gemini/source.ts";
import { DatabaseError, type Databases, nodeDatabases } from "./host/database.ts";
import type { Host } from "./host/host.ts";
import { type LibraryOptions, openLibrary } from "./library.ts";

const all = { scope: "all" } as const;
const opened: Library[] = [];
let home: ScriptedHome;
beforeEach(() => {
  home = makeScriptedHome();
});
afterEach(() => {
  for (const library of opened.splice(0)) library.close();
  home.dispose();
});

function open(options: LibraryOptions = {}, host: Host = home.host): Library {
  const library = openLibrary(host, { sources: [scriptedSource()], ...options });
  opened.push(library);
  return library;
}

const seed = (thread: string, minute: number, more: Partial<SessionSeed> = {}): SessionSeed => ({
  thread,
  workspace: "/srv/app",
  updatedAt: `2026-11-15T10:${String(minute).padStart(2, "0")}:00.000Z`,
  turns: [promptTurn(`question of ${thread}`)],
  ...more,
});
const put = (one: SessionSeed, into = home) =>
  into.write(`${one.archived ? "archived" : "sessions"}/${one.thread}.jsonl`, scripted.file(...linesOf(one)));
const threads = async (library: Library, query: Parameters<Library["list"]>[0] = all) =>
  (await library.list(query)).sessions.map(({ thread }) => thread as string);
const hits = async (library: Library, text: string): Promise<Hit[]> => {
  const found: Hit[] = [];
  for await (const hit of library.search(text, all)) found.push(hit);
  return found;
};
const findings = async (library: Library, path?: string): Promise<Finding[]> => {
  const found: Finding[] = [];
  for await (const finding of library.diagnose(path)) found.push(finding);
  return found;
};
function mayMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "mount-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
  if (status === 0) spawnSync("umount", [folder]);
  rmdirSync(folder);
  return status === 0;
}

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
    expect((await library.list(all)).sessions[0]).toMatchObject({ state: "live", owner: { pid: 7 } });
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
    expect(library.warnings()).toMatchObject([{ kind: "unreadable", path: locked }]);
    expect(library.warnings()).toEqual([]);
  });

  it("names a home that was asked for and is not there", async () => {
    put(seed("a", 1));
    const library = open({ homes: { codex: ["/nowhere/at/all", home.path] } });
    expect(await threads(library)).toEqual(["a"]);
    expect(library.warnings()).toMatchObject([{ kind: "unreadable", path: "/nowhere/at/all" }]);
  });

  it("answers several questions at once", async () => {
    for (let minute = 0; minute < 10; minute += 1) put(seed(`s${minute}`, minute));
    const library = open();
    const [page, found, again] = await Promise.all([
      library.list(all),
      hits(library, "question"),
      library.list(all),
    ]);
    expect([page.total, found.length, again.total]).toEqual([10, 20, 10]);
  });

  it("does not wait for a search that reads everything", async () => {
    for (let count = 0; count < 200; count += 1) put(seed(`s${count}`, count % 60));
    let ticks = 0;
    const library = open({}, { ...home.host, ticks: () => (ticks += 1000) });
    const order: string[] = [];
    const searching = hits(library, "question").then((found) => order.push(`search ${found.length}`));
    const listing = library.list(all).then(({ total }) => order.push(`list ${total}`));
    await Promise.all([searching, listing]);
    expect(order).toEqual(["list 200", "search 400"]);
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
    expect(await hits(library, "question")).toHaveLength(2);
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
    home.write(
      "sessions/b.jsonl.zst",
      zstdCompressSync(Buffer.from(scripted.file(...linesOf(seed("b", 2))))),
    );
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

describe("a project", () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=T", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false", ...args],
      { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    ).trim();
  const about = (workspace: string, gitCommit: string | null) =>
    scripted.line({ about: { workspace, gitCommit, gitUrl: "https://example.test/team/app" } });

  it("holds the sessions of a folder that was renamed, once its old place is gone", async () => {
    const old = join(home.root, "old");
    const now = join(home.root, "now");
    mkdirSync(old);
    git(old, "init", "--quiet");
    git(old, "commit", "--quiet", "--allow-empty", "--message=start");
    git(old, "remote", "add", "origin", "git@example.test:team/app.git");
    const commit = git(old, "rev-parse", "HEAD");
    const said = scripted.file(...linesOf(seed("x", 1, { workspace: null })));
    home.write(
      "sessions/with-commit.jsonl",
      about(old, commit) + said.replaceAll('"thread":"x"', '"thread":"with-commit"'),
    );
    home.write(
      "sessions/below.jsonl",
      about(join(old, "web"), null) + said.replaceAll('"thread":"x"', '"thread":"below"'),
    );
    home.write(
      "sessions/foreign.jsonl",
      about("/somewhere/gone", "0123456789abcdef0123456789abcdef01234567") +
        said.replaceAll('"thread":"x"', '"thread":"foreign"'),
    );
    const library = open();
    git(home.root, "clone", "--quiet", old, "now");
    git(now, "remote", "set-url", "origin", "https://example.test/team/app.git");
    expect(await threads(library, { scope: { workspace: now } })).toEqual([]);
    renameSync(old, join(home.root, "put-away"));
    expect(new Set(await threads(library, { scope: { workspace: now } }))).toEqual(
      new Set(["with-commit", "below"]),
    );
    const without = open(
      { git: { commitsIn: () => null } },
      { ...home.host, env: { ...home.host.env, REPRISE_CACHE: join(home.root, "cache2") } },
    );
    expect(await threads(without, { scope: { workspace: now } })).toEqual([]);
  });
});

describe("doctor", () => {
  it("says of every file why it is not in the list", async () => {
    put(seed("listed", 1));
    put(seed("empty", 2, { turns: [] }));
    put(seed("archived", 3, { archived: true }));
    put(seed("child", 4, { subagentOf: "listed" }));
    const copy = home.write("archived/listed.jsonl", scripted.file(...linesOf(seed("listed", 1))));
    home.append("sessions/listed.jsonl", "{half a line");
    home.write("sessions/notes.txt", "hello");
    const path = (name: string) => join(home.path, name);
    const library = open();
    const found = new Map((await findings(library)).map((finding) => [finding.path, finding]));
    expect(found.get(path("sessions/empty.jsonl"))).toMatchObject({
      listed: false,
      session: "codex:empty",
      reasons: [expect.stringContaining("--include-empty")],
    });
    expect(found.get(path("archived/archived.jsonl"))).toMatchObject({
      listed: false,
      reasons: [expect.stringContaining("--archived")],
    });
    expect(found.get(path("sessions/child.jsonl"))).toMatchObject({
      listed: false,
      reasons: [expect.stringContaining("--subagents")],
    });
    expect(found.get(copy)).toMatchObject({
      listed: false,
      reasons: [`it is a copy of ${path("sessions/listed.jsonl")}`],
    });
    expect(found.get(path("sessions"))).toMatchObject({
      session: null,
      reasons: [expect.stringContaining("notes.txt")],
    });
    expect(found.get(path("sessions/listed.jsonl"))).toMatchObject({
      listed: true,
      reasons: ["one place in it is damaged"],
      damage: [{ kind: "torn" }],
    });
    expect(found.size).toBe(6);
  });

  it("explains one file or one folder, whole ones too", async () => {
    const path = put(seed("fine", 1));
    put(seed("other", 2));
    const library = open();
    expect(await findings(library, path)).toEqual([
      { path, session: "codex:fine", listed: true, reasons: [], damage: [] },
    ]);
    expect(await findings(library, join(home.path, "sessions"))).toHaveLength(2);
  });

  it("explains a file that lies outside of every home", async () => {
    const path = join(home.root, "elsewhere.jsonl");
    writeFileSync(path, scripted.file(...linesOf(seed("out", 1))));
    const library = open();
    expect(await findings(library, path)).toMatchObject([
      { session: "codex:out", listed: false, reasons: [expect.stringContaining("lies in no home")] },
    ]);
    writeFileSync(join(home.root, "letter.txt"), "Dear Sir");
    expect(await findings(library, join(home.root, "letter.txt"))).toMatchObject([
      { session: null, reasons: ["it is not a session file of any agent"] },
    ]);
    expect((await refusal(findings(library, "/nowhere/x"))).code).toBe("not-found");
  });

  it("tells of a beginning that is missing", async () => {
    const path = home.write(
      "sessions/fork.jsonl",
      scripted.line({ about: { forkedFrom: "gone" as never, base: { rolloutId: "gone", endByte: 5 } } }) +
        scripted.file(...linesOf(seed("fork", 1))),
    );
    const [finding] = await findings(open(), path);
    expect(finding).toMatchObject({ listed: true, damage: [{ kind: "missing-base", file: path }] });
    const [session] = (await open().list(all)).sessions;
    expect(session).toMatchObject({
      damageCount: 1,
      lineage: { kind: "fork", session: "codex:gone", turn: null },
    });
  });
});

describe("a catalog that fails", () => {
  it("does not keep the list from working when the disk is full", async () => {
    for (let minute = 0; minute < 5; minute += 1) put(seed(`s${minute}`, minute));
    const full: Databases = {
      ...nodeDatabases,
      open: (path) => (path === null ? nodeDatabases.open(null) : failing(path, /^COMMIT/, "unwritable")),
    };
    const library = open({ databases: full });
    expect((await library.list(all)).total).toBe(5);
    expect(library.warnings()).toMatchObject([{ kind: "catalog-not-saved" }]);
    expect(await hits(library, "question")).toHaveLength(10);
  });

  it.skipIf(!mayMount())(
    "on a disk that is really full is done without (needs the right to mount)",
    async () => {
      const cache = join(home.root, "small");
      mkdirSync(cache);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=300k", "tmpfs", cache]);
      try {
        for (let count = 0; count < 300; count += 1) put(seed(`s${count}`, count % 60));
        const library = open({}, { ...home.host, env: { ...home.host.env, REPRISE_CACHE: cache } });
        expect((await library.list(all)).total).toBe(300);
        expect(library.warnings()).toMatchObject([{ kind: "catalog-not-saved" }]);
        expect(await hits(library, "question")).toHaveLength(600);
        library.close();
      } finally {
        execFileSync("umount", [cache]);
      }
    },
  );

  it("is made anew when it turns out to be broken", async () => {
    put(seed("a", 1));
    await open().list(all);
    for (const library of opened.splice(0)) library.close();
    const path = join(home.root, "cache/catalog.db");
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)]));
    const library = open();
    expect((await library.list(all)).total).toBe(1);
    expect(library.warnings()).toMatchObject([{ kind: "catalog-unusable" }]);
    expect((await library.list(all)).total).toBe(1);
    expect(library.warnings()).toEqual([]);
  });

  it("may be deleted at any time", async () => {
    for (let minute = 0; minute < 5; minute += 1) put(seed(`s${minute}`, minute));
    const before = await open().list(all);
    for (const library of opened.splice(0)) library.close();
    nodeDatabases.remove(join(home.root, "cache/catalog.db"));
    expect(await open().list(all)).toEqual(before);
  });

  it("is built again on demand, text included", async () => {
    for (let minute = 0; minute < 5; minute += 1) put(seed(`s${minute}`, minute));
    const library = open();
    await library.list(all);
    const { sessionCount, sizeBytes } = await library.reindex();
    expect(sessionCount).toBe(5);
    expect(sizeBytes).toBeGreaterThan(1000);
    expect(await hits(library, "question")).toHaveLength(10);
  });

  function failing(path: string, when: RegExp, fault: DatabaseError["fault"]) {
    const database = nodeDatabases.open(path);
    let isPrepared = false;
    return {
      ...database,
      exec(sql: string) {
        if (isPrepared && when.test(sql)) throw new DatabaseError(fault, "database or disk is full", null);
        if (sql === "COMMIT") isPrepared = true;
        database.exec(sql);
      },
    };
  }
});

describe("several processes", () => {
  it("read and index the same sessions at once, and none is lost", async () => {
    for (let count = 0; count < 300; count += 1)
      put(
        seed(`s${count}`, count % 60, {
          turns: [promptTurn(`question ${count}`), promptTurn("common word")],
        }),
      );
    const script = fileURLToPath(new URL("../test/list-and-search.ts", import.meta.url));
    const runs = Array.from({ length: 4 }, () => runChild(script, [home.root]));
    const results = await Promise.all(runs);
    for (const result of results) expect(result).toEqual({ total: 300, hits: 600, warnings: [] });
    expect((await open().list(all)).total).toBe(300);
  });

  function runChild(script: string, args: string[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
      child.on("close", (code) =>
        code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`exit ${code}`)),
      );
    });
  }
});

describe("a Gemini stub", () => {
  it("with the id of a session is a copy of it, however new", async () => {
    const recorded = fileURLToPath(new URL("../../../fixtures/gemini/resumed-with-stub", import.meta.url));
    const library = open({ sources: [geminiSource], homes: { gemini: [recorded] } });
    const { sessions, total, hidden } = await library.list(all);
    expect([total, hidden.empty]).toEqual([1, 0]);
    expect(sessions[0]?.files.map(({ role }) => role)).toEqual(["main", "copy"]);
  });
});

describe("the real Codex format", () => {
  const fixture = (name: string) =>
    fileURLToPath(new URL(`../../../fixtures/codex/${name}`, import.meta.url));
  const codex = (name: string) => open({ sources: [codexSource], homes: { codex: [fixture(name)] } });

  it("groups forks, segments and what they continue", async () => {
    const { sessions, total } = await codex("forked").list({ ...all, archived: true });
    expect(total).toBe(3);
    const roles = sessions.map(({ files }) => files.map(({ role }) => role).join(" ")).toSorted();
    expect(roles).toEqual(["main base", "main base base", "main segment"]);
    const forks = sessions.filter(({ lineage }) => lineage?.kind === "fork");
    expect(forks).toHaveLength(2);
    for (const { lineage } of forks) expect(lineage?.turn).toBeGreaterThan(0);
  });

  it("reads what it lists", async () => {
    const library = codex("complete-two-turns");
    const [session] = (await library.list(all)).sessions;
    const { turns } = await library.read(session?.id ?? ("" as never), { last: 1 });
    for await (const turn of turns) expect(turn).toMatchObject({ number: 2, state: "completed" });
    expect(await hits(library, '"question two"')).toMatchObject([{ kind: "prompt", turn: 2 }]);
  });
});
