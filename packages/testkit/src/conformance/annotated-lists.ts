import type { Hit, ListQuery, SearchQuery } from "@reprise/model";
import { expect, it } from "vitest";
import type { AnnotationsUnderTest } from "./annotations.ts";
import { expectRefused } from "./library-reading.ts";

const all: ListQuery = { scope: "all" };
const everything: ListQuery = {
  scope: "all",
  includeEmpty: true,
  subagents: true,
  archived: true,
  includeHidden: true,
};

/** What a library shows of annotations. */
export function describeAnnotatedLists(subject: () => AnnotationsUnderTest, sessionCount: number): void {
  const threads = async (query: ListQuery) =>
    (await subject().library.list(query)).sessions.map(({ thread }) => thread);
  const found = async (text: string, query: SearchQuery = all) => {
    const hits: Hit[] = [];
    for await (const hit of subject().library.search(text, query)) hits.push(hit);
    return [...new Set(hits.map(({ session }) => session))];
  };

  it("our name is shown in place of the agent's, found, and searched", async () => {
    const { annotations, library } = subject();
    await annotations.annotate("two", { name: "Großer Umbau" });
    expect(await library.find("codex:two")).toMatchObject({ name: "Großer Umbau", title: "second question" });
    expect((await library.find("großer umbau")).id).toBe("codex:two");
    expect(await found("umbau")).toEqual(["codex:two"]);
    await annotations.annotate("two", { name: null });
    expect((await library.find("codex:two")).name).toBe("Theirs");
  });

  it("a name makes no other session unreachable, and never stands for another's id", async () => {
    const { annotations, library } = subject();
    await annotations.annotate("two", { name: "three" });
    expect((await expectRefused(library.find("three"), "ambiguous")).candidates.toSorted()).toEqual([
      "claude:three",
      "codex:two",
    ]);
    await annotations.annotate("two", { name: "Thre" });
    expect((await library.find("THRE")).id).toBe("codex:two");
    await annotations.annotate("two", { name: "fo" });
    await expectRefused(library.find("fo"), "ambiguous");
    await expectRefused(annotations.annotate("fo", { isHidden: true }), "ambiguous");
    await annotations.annotate("two", { name: "codex:four" });
    expect((await library.find("codex:four")).id).toBe("codex:four");
    expect((await library.find("codex:two")).id).toBe("codex:two");
    await annotations.annotate("codex:two", { name: "four" });
    expect((await library.find("codex:four")).id).toBe("codex:four");
  });

  it("a hidden session is left out, counted once, and found only if asked for", async () => {
    const { annotations, library } = subject();
    for (const name of ["one", "put", "child", "void"]) await annotations.annotate(name, { isHidden: true });
    expect(await threads(all)).toEqual(["four", "three", "two"]);
    const page = await library.list(all);
    expect(page.hidden).toEqual({ byPerson: 4, subagents: 0, archived: 0, empty: 0, unreadable: 0 });
    const shown = await library.list({ ...all, includeHidden: true });
    expect(shown.total).toBe(4);
    expect(shown.hidden).toEqual({ byPerson: 0, subagents: 1, archived: 1, empty: 1, unreadable: 0 });
    expect(shown.sessions.find(({ thread }) => thread === "one")).toMatchObject({ hidden: true });
    expect(await found("first question")).toEqual([]);
    expect(await found("first question", { ...all, includeHidden: true })).toEqual(["codex:one"]);
    expect((await library.find("codex:one")).hidden).toBe(true);
  });

  it("a session that we archive is among the archived ones; the agent's own archive is not ours to change", async () => {
    const { annotations, library } = subject();
    await annotations.annotate("one", { isArchived: true });
    const page = await library.list(all);
    expect(page.hidden).toEqual({ byPerson: 0, subagents: 1, archived: 2, empty: 1, unreadable: 0 });
    expect((await library.find("codex:one")).archived).toBe(true);
    expect(await threads({ ...all, archived: true })).toEqual(["put", "four", "three", "two", "one"]);
    await annotations.annotate("put", { isArchived: false });
    expect((await library.find("codex:put")).archived).toBe(true);
  });

  it("every session is on a page or counted, once, whatever is annotated and asked for", async () => {
    const { annotations, library } = subject();
    await annotations.annotate("one", { isHidden: true, isArchived: true, addTags: ["x"] });
    await annotations.annotate("child", { isHidden: true, isArchived: true, addTags: ["x"] });
    await annotations.annotate("void", { isArchived: true });
    for (let bits = 0; bits < 16; bits += 1) {
      const asks = (bit: number) => (bits & bit) !== 0;
      const query: ListQuery = {
        scope: "all",
        includeEmpty: asks(1),
        subagents: asks(2),
        archived: asks(4),
        includeHidden: asks(8),
      };
      const { total, hidden, sessions } = await library.list(query);
      const left = Object.values(hidden).reduce((sum, count) => sum + count, 0);
      expect([bits, total + left, sessions.length]).toEqual([bits, sessionCount, total]);
    }
    expect((await library.list({ ...everything, tag: "x" })).total).toBe(2);
  });

  it("filters by tag, in lists and searches", async () => {
    const { annotations } = subject();
    await annotations.annotate("two", { addTags: ["Bug"] });
    await annotations.annotate("three", { addTags: ["bug", "ui"] });
    expect(await threads({ ...all, tag: "bUG" })).toEqual(["three", "two"]);
    expect(await threads({ ...all, tag: "ui" })).toEqual(["three"]);
    expect(await threads({ ...all, tag: "none" })).toEqual([]);
    expect(await found("question tag:bug")).toEqual(["claude:three", "codex:two"]);
    expect(await found("tag:ui")).toEqual(["claude:three"]);
    expect(await found("question", { ...all, tag: "ui" })).toEqual(["claude:three"]);
    await expectRefused(found("tag:"), "bad-use");
  });

  it("sorts by size and by turns, and goes through all pages of each order", async () => {
    expect((await threads({ ...all, order: "turns" })).slice(0, 2)).toEqual(["two", "four"]);
    const { sessions } = await subject().library.list({ ...everything, order: "size" });
    const sizes = sessions.map(({ sizeBytes }) => sizeBytes);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    for (const order of ["updated", "size", "turns"] as const) {
      const whole = await threads({ ...everything, order });
      const paged: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await subject().library.list({ ...everything, order, limit: 2, cursor });
        paged.push(...page.sessions.map(({ thread }) => thread));
        if (page.next === null) break;
        cursor = page.next;
      }
      expect(paged).toEqual(whole);
      expect(whole).toHaveLength(sessionCount);
    }
  });

  it("a cursor of another order, tag or of hidden sessions is refused", async () => {
    const { library } = subject();
    const { next } = await library.list({ ...all, order: "turns", limit: 1 });
    for (const other of [{}, { order: "size" }, { order: "turns", includeHidden: true }] as const)
      await expectRefused(library.list({ ...all, ...other, cursor: next ?? "" }), "bad-use");
    await expectRefused(library.list({ ...all, order: "turns", tag: "a", cursor: next ?? "" }), "bad-use");
  });

  it("a page continues where the last one ended although rows went meanwhile", async () => {
    const { annotations, library } = subject();
    const query = { ...all, order: "turns", limit: 2 } as const;
    const first = await library.list(query);
    await annotations.annotate(first.sessions[1]?.id ?? "", { isHidden: true });
    const second = await library.list({ ...query, cursor: first.next ?? "" });
    expect([...first.sessions, ...second.sessions].map(({ thread }) => thread)).toEqual([
      ...["two", "four", "three", "one"],
    ]);
  });
}
