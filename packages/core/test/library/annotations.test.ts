import { appendFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { undoOf } from "@reprise/model";
import { compareTrees, hashTree, makeScratch, makeScriptedHome, scriptedSource } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexSource } from "../../src/agents/codex/source.ts";
import { openAnnotations } from "../../src/annotations.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { all, findings, home, open, put, seed, threads, useHome } from "./stage.ts";

useHome();

const annotationsOf = (library: ReturnType<typeof open>) => openAnnotations(library, home.host);
const recording = (agent: string, name: string) =>
  fileURLToPath(new URL(`../../../../fixtures/${agent}/${name}`, import.meta.url));

describe("annotations", () => {
  it("leave the files of every agent untouched", async () => {
    const scratch = await makeScratch("annotations-hash");
    const recordings = { codex: "forked", claude: "basic", gemini: "compacted", opencode: "recorded" };
    const homes = Object.fromEntries(
      Object.entries(recordings).map(([agent, name]) => {
        cpSync(recording(agent, name), join(scratch.root, agent), { recursive: true });
        return [agent, [join(scratch.root, agent)]];
      }),
    );
    const hashes = () => Promise.all(Object.values(homes).map(([path = ""]) => hashTree(path)));
    const host = nodeHost({ HOME: scratch.home, PATH: process.env.PATH });
    const library = openLibrary(host, { homes });
    const annotations = openAnnotations(library, host);
    const { sessions } = await library.list({ ...all, limit: 50 });
    expect([...new Set(sessions.map(({ agent }) => agent))].toSorted()).toEqual(Object.keys(recordings).toSorted());
    const before = await hashes();
    for (const { id } of sessions) {
      const change = { name: `My ${id}`, addTags: ["bug"], isHidden: true, isArchived: true };
      const done = await annotations.annotate(id, change);
      await library.list({ ...all, tag: "bug", includeHidden: true, archived: true });
      await annotations.annotate(id, undoOf(done));
    }
    const after = await hashes();
    expect(after.flatMap((tree, index) => compareTrees(before[index] ?? new Map(), tree))).toEqual([]);
    library.close();
    await scratch.remove();
  });

  it("are told by watch, with the sessions they are about", async () => {
    put(seed("one", 1));
    const library = open();
    const stop = new AbortController();
    const told = library.watch(stop.signal)[Symbol.asyncIterator]();
    await told.next();
    await annotationsOf(library).annotate("one", { name: "Mine" });
    expect(await told.next()).toMatchObject({ value: { sessions: ["codex:one"] } });
    stop.abort();
  });

  it("the candidates of an ambiguous beginning come with the names and titles they have in a list", async () => {
    put(seed("same-1", 1));
    put(seed("same-2", 2));
    const library = open();
    await annotationsOf(library).annotate("same-1", { name: "Mine" });
    const titles = new Map((await library.list(all)).sessions.map(({ id, title }) => [`${id}`, title]));
    const refused = await library.find("same-").catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "ambiguous", candidates: ["codex:same-2", "codex:same-1"] });
    expect(refused).toMatchObject({ titles: [titles.get("codex:same-2"), "Mine"] });
  });

  it("a name heads what a search finds, and what is counted", async () => {
    put(seed("one", 1));
    const library = open();
    await annotationsOf(library).annotate("one", { name: "Mine" });
    const [{ title: asked = "" } = {}] = (await library.list(all)).sessions;
    const [hit] = await Array.fromAsync(library.search(asked.split(" ")[0] ?? "", all));
    expect(hit?.title).toBe("Mine");
    expect((await library.usage({ ...all, zone: "UTC" })).sessions.map(({ title }) => title)).toEqual(["Mine"]);
  });

  it("doctor says what the person did, and how to undo it", async () => {
    const path = put(seed("one", 1));
    const library = open();
    await annotationsOf(library).annotate("one", { isHidden: true, isArchived: true });
    expect(await findings(library, path)).toMatchObject([
      {
        listed: false,
        reasons: [
          "you hid it: --hidden lists it; to undo: reprise hide codex:one --undo",
          "you archived it: --archived lists it; to undo: reprise archive codex:one --undo",
        ],
      },
    ]);
  });

  it("an unreadable file hides no session: it is a warning", async () => {
    put(seed("one", 1));
    const library = open();
    const state = join(home.root, ".local/state/reprise");
    mkdirSync(state, { recursive: true });
    writeFileSync(
      join(state, "annotations.jsonl"),
      '{"v":9,"session":"codex:one","name":null,"tags":[],"isHidden":true,"isArchived":false}\n',
    );
    expect(await threads(library)).toEqual(["one"]);
    expect((await library.warnings()).map(({ detail }) => detail)).toEqual([expect.stringContaining("newer Reprise")]);
  });

  it("sessions of two homes with the same id share them", async () => {
    const other = makeScriptedHome();
    put(seed("one", 1));
    put(seed("one", 1), other);
    const library = openLibrary(home.host, {
      sources: [scriptedSource()],
      homes: { codex: [home.path, other.path] },
    });
    const done = await annotationsOf(library).annotate("codex:one", { name: "Mine", isHidden: true });
    expect(done.session).toBe("codex:one");
    const page = await library.list({ ...all, includeHidden: true });
    expect(page.sessions.map(({ name }) => name)).toEqual(["Mine", "Mine"]);
    expect((await library.list(all)).hidden.byPerson).toBe(2);
    library.close();
    other.dispose();
  });

  it("of sessions that are gone are kept, and do not count", async () => {
    put(seed("one", 1));
    const library = open();
    await annotationsOf(library).annotate("one", { name: "Mine", isHidden: true, addTags: ["bug"] });
    const state = join(home.root, ".local/state/reprise");
    const others = Array.from({ length: 20_000 }, (_, index) => `codex:gone-${index}`).map((session) =>
      JSON.stringify({
        v: 1,
        at: "2026-11-17T12:00:00.000Z",
        session,
        name: "Gone",
        tags: ["bug"],
        isHidden: true,
        isArchived: true,
      }),
    );
    appendFileSync(join(state, "annotations.jsonl"), `${others.join("\n")}\n`);
    const page = await library.list({ ...all, tag: "bug" });
    expect([page.total, page.hidden.byPerson]).toEqual([0, 1]);
    expect(await Array.fromAsync(library.search("tag:bug", { ...all, includeHidden: true }))).toHaveLength(1);
  });

  it("survive the deletion of the catalog", async () => {
    put(seed("one", 1));
    const library = open();
    await annotationsOf(library).annotate("one", { addTags: ["bug"] });
    await library.reindex();
    expect((await library.list({ ...all, tag: "bug" })).total).toBe(1);
  });

  it("sorted by size, a thread counts with its earlier parts, as its row says", async () => {
    const library = open({ sources: [codexSource], homes: { codex: [recording("codex", "forked")] } });
    const query = { ...all, archived: true, order: "size", limit: 1 } as const;
    let cursor: string | undefined;
    let withParts = 0;
    for (let page = await library.list(query); page.next !== null; page = await library.list({ ...query, cursor })) {
      const [session] = page.sessions;
      const [, amount] = JSON.parse(Buffer.from(page.next, "base64url").toString());
      expect(Number(amount)).toBe(session?.sizeBytes);
      if (session?.files.some(({ role }) => role === "segment")) withParts += 1;
      cursor = page.next;
    }
    expect(withParts).toBe(1);
  });
});
