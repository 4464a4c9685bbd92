import type { Hit, Library, SearchQuery, SessionId, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { expectRefused, turnsOf } from "./library-reading.ts";
import { at, numbered } from "./library-seeds.ts";

const all: SearchQuery = { scope: "all" };

export function describeSearch(library: () => Library): void {
  const hits = async (text: string, query: SearchQuery = all): Promise<Hit[]> => {
    const found: Hit[] = [];
    for await (const hit of library().search(text, query)) found.push(hit);
    return found;
  };
  const kinds = async (text: string, query: SearchQuery = all) =>
    (await hits(text, query)).map(({ kind, turn }) => `${kind} ${turn}`);
  const sessions = async (text: string, query: SearchQuery = all) => [
    ...new Set((await hits(text, query)).map(({ session }) => session)),
  ];

  describe("search", () => {
    it("finds what was said, run and edited, and titles", async () => {
      expect(await kinds("LOGIN fix")).toEqual(["title 0", "prompt 1", "reply 1"]);
      expect(await kinds('"npm test"')).toEqual(["command 1"]);
      expect(await kinds("failing")).toEqual(["command 1"]);
      expect(await kinds("src/login_page.ts")).toEqual(["edit 2"]);
      expect(await kinds("brandnew")).toEqual(["edit 2"]);
      expect(await kinds("needle")).toEqual(["tool 3"]);
      expect(await kinds("编译")).toEqual(["prompt 2", "reply 2"]);
    });

    it("finds the name that a person gave", async () => {
      expect(await kinds('"login work"')).toEqual(["title 0"]);
    });

    it("finds parts of words of three letters and more", async () => {
      expect(await kinds("ailing")).toEqual(["command 1"]);
      expect(await kinds("HTTPRep")).toEqual(["command 1"]);
      expect(await kinds("rc/login_pa")).toEqual(["edit 2"]);
      expect(await kinds("fa")).toEqual(["command 1"]);
      expect(await hits("ai")).toEqual([]);
    });

    it("folds accents and case, whichever way they are written", async () => {
      for (const text of ["cafe", "CAFÉ", "cafe\u0301", "creme brulee"]) {
        expect(await sessions(text)).toEqual(["codex:accents"]);
      }
    });

    it("finds words anywhere in one session: in an item first, then in a turn, then apart", async () => {
      const reaches = async (text: string) => [...new Set((await hits(text)).map(({ reach }) => reach))];
      expect(await reaches("login page")).toEqual(["item"]);
      expect(await kinds("login failing")).toEqual(["prompt 1", "command 1"]);
      expect(await reaches("login failing")).toEqual(["turn"]);
      expect(await reaches("failing brandnew")).toEqual(["session"]);
      expect(await hits("failing café")).toEqual([]);
    });

    it("finds phrases as they stand", async () => {
      expect(await hits('"page login"')).toEqual([]);
      expect(await hits('"ogin page"')).toEqual([]);
      expect(await kinds('"the login page"')).toEqual(["title 0", "prompt 1", "reply 1"]);
    });

    it("puts titles before prompts, prompts before replies, those before work, and each with the newest first", async () => {
      expect(await sessions("zebra")).toEqual([
        "codex:in-title",
        "codex:in-prompt",
        "codex:in-reply",
        "codex:in-output",
      ]);
      expect(await sessions("zebra stripes")).toEqual(["codex:in-output", "codex:in-prompt"]);
    });

    it("puts the starts of words before their middles", async () => {
      expect(await sessions("ebra")).toEqual(await sessions("zebra"));
      expect(await sessions("quagga")).toEqual(["codex:in-output", "codex:in-title"]);
    });

    it("gives the newest session first where all else is equal, within the scope and the filters of the list", async () => {
      const found = await sessions("question", { scope: { workspace: "/srv/app" } });
      expect(found).toEqual([22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0].map((number) => `codex:${numbered(number)}`));
      expect(await hits("delegated")).toEqual([]);
      expect(await sessions("delegated", { ...all, subagents: true })).toHaveLength(1);
    });

    it("takes filters in the line and in the query", async () => {
      expect(await sessions("login agent:claude")).toEqual(["claude:tools"]);
      expect(await hits("login agent:codex")).toEqual([]);
      expect(await hits("login", { ...all, agent: "codex" })).toEqual([]);
      expect(await sessions("two state:working")).toEqual(["codex:held"]);
      const since = at(39) as Timestamp;
      expect(await sessions("o", { ...all, since })).toEqual(await sessions(`o since:${since}`));
      expect(await sessions(`question until:${at(2)}`)).toEqual([`codex:${numbered(1)}`, `codex:${numbered(0)}`]);
    });

    it("filters by the paths and tools of one item", async () => {
      expect(await kinds("path:src/ tool:edit")).toEqual(["edit 2"]);
      expect(await kinds("", { ...all, paths: ["login_page"] })).toEqual(["edit 2"]);
      expect(await kinds("tool:fetch")).toEqual(["tool 3"]);
      expect(await hits("path:src/ tool:fetch")).toEqual([]);
      expect(await kinds("failing path:login_page.ts")).toEqual(["command 1"]);
      expect(await hits("zebra path:login_page.ts")).toEqual([]);
    });

    it("lists the sessions that filters alone leave", async () => {
      expect(await kinds("agent:claude")).toEqual(["title 0"]);
      expect(await sessions("state:interrupted")).toEqual(["codex:died"]);
    });

    it("refuses a filter it does not know, and searches for it in quotes", async () => {
      expect((await expectRefused(hits("agnet:claude"), "bad-use")).message).toContain("agent:");
      expect((await expectRefused(hits("agent:claud"), "bad-use")).candidates).toEqual(["agent:claude"]);
      await expectRefused(hits("since:soon"), "bad-use");
      expect(await hits('"agnet:claude"')).toEqual([]);
    });

    it("says where a hit is, and what matched in it", async () => {
      const [hit] = await hits("needle");
      expect(hit).toMatchObject({
        session: "claude:tools",
        title: "Login work",
        turn: 3,
        kind: "tool",
        reach: "item",
      });
      expect(hit?.marks.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(["needle"]);
      const turns = await turnsOf(library(), "claude:tools" as SessionId, { from: 3, to: 3 });
      expect(turns[0]?.items.map(({ id }) => id)).toContain(hit?.item);
      const [accented] = await hits("cafe");
      expect(accented?.marks.map(([start, end]) => accented.snippet.slice(start, end))).toEqual(["Café"]);
    });

    it("returns no more hits than the limit, and stops when its signal aborts", async () => {
      expect(await hits("question", { ...all, limit: 3 })).toHaveLength(3);
      const stop = new AbortController();
      let count = 0;
      for await (const _ of library().search("question", all, { signal: stop.signal })) {
        count += 1;
        stop.abort();
      }
      expect(count).toBe(1);
    });

    it("refuses a search for nothing", async () => {
      await expectRefused(hits("  "), "bad-use");
      await expectRefused(hits('""'), "bad-use");
    });
  });
}
