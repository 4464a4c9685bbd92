import { asThreadId, type Library, type ListQuery, type SessionId, sessionIdOf, type Timestamp } from "@reprise/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionSeed } from "../session-seed.ts";
import { expectRefused, turnsOf } from "./library-reading.ts";
import { describeSearch } from "./library-search.ts";
import { at, conformanceSeeds } from "./library-seeds.ts";
import { describeUsage } from "./library-usage.ts";

export interface LibraryUnderTest {
  readonly library: Library;
  dispose(): void | Promise<void>;
}

const all: ListQuery = { scope: "all" };

/** The promises of every Library: over files, in memory, over HTTP. */
export function describeLibrary(
  name: string,
  make: (seeds: readonly SessionSeed[]) => Promise<LibraryUnderTest>,
): void {
  describe(`${name} library`, () => {
    let subject: LibraryUnderTest;
    let library: Library;
    beforeAll(async () => {
      subject = await make(conformanceSeeds);
      library = subject.library;
    });
    afterAll(() => subject.dispose());
    describeList(() => library);
    describeSearch(() => library);
    describeRead(() => library);
    describeFind(() => library);
    describeUsage(() => library);
  });
}

const threads = (page: { sessions: readonly { thread: string }[] }) => page.sessions.map(({ thread }) => thread);

function describeList(library: () => Library): void {
  it("lists twenty, newest first, and tells how many there are", async () => {
    const page = await library().list(all);
    expect(threads(page).slice(0, 6)).toEqual(["failed", "died", "held-done", "held", "nowhere", "tools"]);
    expect(page.sessions).toHaveLength(20);
    expect(page.total).toBe(34);
    expect(page.next).not.toBeNull();
  });

  it("counts every hidden session once: as a sub-agent's, else as archived, else as empty", async () => {
    expect((await library().list(all)).hidden).toEqual({
      subagents: 2,
      byPerson: 0,
      archived: 2,
      empty: 1,
      unreadable: 0,
    });
    expect((await library().list({ ...all, subagents: true })).hidden).toEqual({
      subagents: 0,
      byPerson: 0,
      archived: 3,
      empty: 1,
      unreadable: 0,
    });
    expect((await library().list({ ...all, archived: true })).hidden).toEqual({
      subagents: 2,
      byPerson: 0,
      archived: 0,
      empty: 2,
      unreadable: 0,
    });
    expect((await library().list({ ...all, includeEmpty: true })).hidden).toEqual({
      subagents: 2,
      byPerson: 0,
      archived: 2,
      empty: 0,
      unreadable: 0,
    });
  });

  it("shows every session when nothing is to be hidden", async () => {
    const page = await library().list({
      ...all,
      subagents: true,
      archived: true,
      includeEmpty: true,
      limit: 100,
    });
    expect(page.total).toBe(conformanceSeeds.length);
    expect(page.hidden).toEqual({ subagents: 0, archived: 0, empty: 0, byPerson: 0, unreadable: 0 });
    expect(new Set(threads(page))).toEqual(new Set(conformanceSeeds.map(({ thread }) => thread)));
  });

  it("goes through all pages without missing or repeating one", async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await library().list({ ...all, limit: 7, cursor });
      seen.push(...threads(page));
      expect(page.total).toBe(34);
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(seen).toHaveLength(34);
    expect(new Set(seen).size).toBe(34);
  });

  it("keeps to a folder and what is below it, not to names that begin alike", async () => {
    const page = await library().list({ scope: { workspace: "/srv/app" }, limit: 100 });
    expect(page.total).toBe(13);
    expect(page.sessions.every(({ workspace }) => workspace === "/srv/app" || workspace === "/srv/app/web")).toBe(true);
    expect(page.hidden).toEqual({ subagents: 2, archived: 2, empty: 1, byPerson: 0, unreadable: 0 });
  });

  it("leaves sessions without a folder out of every project", async () => {
    const page = await library().list({ scope: { workspace: "/" }, limit: 100 });
    expect(threads(page)).not.toContain("nowhere");
  });

  it("filters by agent and by state", async () => {
    expect(threads(await library().list({ ...all, agent: "claude" }))).toEqual(["tools"]);
    expect(threads(await library().list({ ...all, state: "working" }))).toEqual(["held"]);
    expect(threads(await library().list({ ...all, state: "interrupted" }))).toEqual(["died"]);
    expect(threads(await library().list({ ...all, state: "failed" }))).toEqual(["failed"]);
    expect(threads(await library().list({ ...all, state: "empty" }))).toEqual(["empty"]);
  });

  it("filters by when a session was last used", async () => {
    const within = { ...all, since: at(37) as Timestamp, until: at(39) as Timestamp };
    expect(threads(await library().list(within))).toEqual(["held-done", "held"]);
  });

  it("names the process that holds a session, also when its work is done", async () => {
    const { sessions } = await library().list(all);
    expect(sessions.find(({ thread }) => thread === "held")).toMatchObject({
      state: "working",
      owner: { pid: 4711, program: "codex", terminal: null },
    });
    expect(sessions.find(({ thread }) => thread === "held-done")).toMatchObject({
      state: "open",
      owner: { pid: 4712 },
    });
    expect(sessions.find(({ thread }) => thread === "died")).toMatchObject({
      state: "interrupted",
      owner: null,
    });
  });

  it("tells what a row shows", async () => {
    const { sessions } = await library().list({ ...all, agent: "claude" });
    expect(sessions[0]).toMatchObject({
      id: "claude:tools",
      shortId: "claude:tools",
      title: "Fix the login page",
      name: "Login work",
      workspace: "/srv/app/web",
      updatedAt: at(30),
      turnCount: 3,
      itemCount: 9,
      messageCount: 6,
      toolCount: 3,
      archived: false,
      subagentOf: null,
      damageCount: 0,
    });
  });

  it("shortens ids as its rows do, and leaves out those of sessions that it has not", async () => {
    const { sessions } = await library().list({ ...all, includeEmpty: true, archived: true, subagents: true });
    const unknown = sessionIdOf("codex", asThreadId("019a0000-0000-7000-8000-00000000ffff"));
    const short = await library().shortIds([...sessions.map(({ id }) => id), unknown]);
    expect(short).toEqual(new Map(sessions.map(({ id, shortId }) => [id, shortId])));
  });

  it("refuses a cursor of another query, or none at all", async () => {
    const { next } = await library().list({ ...all, limit: 2 });
    await expectRefused(library().list({ scope: { workspace: "/srv/app" }, cursor: next ?? "" }), "bad-use");
    await expectRefused(library().list({ ...all, archived: true, cursor: next ?? "" }), "bad-use");
    await expectRefused(library().list({ ...all, cursor: "nonsense" }), "bad-use");
    await expectRefused(library().list({ ...all, limit: 0 }), "bad-use");
  });
}

function describeRead(library: () => Library): void {
  const id = "claude:tools" as SessionId;

  it("reads a session whole, or the turns that are wanted", async () => {
    expect((await turnsOf(library(), id)).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect((await turnsOf(library(), id, { last: 1 })).map(({ number }) => number)).toEqual([3]);
    expect((await turnsOf(library(), id, { last: 9 })).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect((await turnsOf(library(), id, { from: 2, to: 3 })).map(({ number }) => number)).toEqual([2, 3]);
    expect((await turnsOf(library(), id, { from: 7, to: 9 })).map(({ number }) => number)).toEqual([]);
  });

  it("gives turns with their items and states", async () => {
    const [first] = await turnsOf(library(), id);
    expect(first).toMatchObject({ number: 1, state: "completed" });
    expect(first?.items.map(({ kind }) => kind)).toEqual(["prompt", "command", "reply"]);
    const held = await turnsOf(library(), "codex:held" as SessionId);
    expect(held.map(({ state }) => state)).toEqual(["completed", "working"]);
  });

  it("takes a summary as well as an id", async () => {
    const summary = await library().find("claude:tools");
    const { session } = await library().read(summary);
    expect(session).toEqual(summary);
  });

  it("refuses what is not there", async () => {
    await expectRefused(library().read("codex:none" as SessionId), "not-found");
  });
}

function describeFind(library: () => Library): void {
  it("finds by id, thread id, beginning, name and file", async () => {
    const { id, files } = await library().find("claude:tools");
    for (const text of ["tools", "too", "claude:too", "login work", files[0]?.path ?? ""])
      expect((await library().find(text)).id).toBe(id);
  });

  it("prefers a whole id to the beginning of another", async () => {
    expect((await library().find("archived")).thread).toBe("archived");
    expect((await library().find("held")).thread).toBe("held");
  });

  it("names the candidates of an ambiguous beginning", async () => {
    const refused = await expectRefused(library().find("codex:019a0000"), "ambiguous");
    expect(refused.candidates.length).toBeGreaterThan(10);
    expect((await library().find("child-")).thread).toBe("child-archived-empty");
  });

  it("names what is near to something unknown", async () => {
    const refused = await expectRefused(library().find("019a9999-none"), "not-found");
    expect(refused.candidates.length).toBeGreaterThan(0);
    await expectRefused(library().find(" "), "bad-use");
  });
}
