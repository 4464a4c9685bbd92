import { type Annotations, type Library, type ListQuery, noAnnotation, undoOf } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promptTurn, type SessionSeed } from "../session-seed.ts";
import { describeAnnotatedLists } from "./annotated-lists.ts";
import { expectRefused } from "./library-reading.ts";
import { at } from "./library-seeds.ts";

export interface AnnotationsUnderTest {
  readonly library: Library;
  readonly annotations: Annotations;
  dispose(): void | Promise<void>;
}

const seeds: readonly SessionSeed[] = [
  { thread: "one", workspace: "/srv/app", updatedAt: at(1), turns: [promptTurn("first question")] },
  {
    thread: "two",
    workspace: "/srv/app",
    updatedAt: at(2),
    name: "Theirs",
    turns: [promptTurn("second question"), promptTurn("and more")],
  },
  {
    thread: "three",
    agent: "claude",
    workspace: "/srv/web",
    updatedAt: at(3),
    turns: [promptTurn(`third question ${"long ".repeat(40)}`)],
  },
  { thread: "four", workspace: "/srv/app", updatedAt: at(4), turns: [promptTurn("fourth question")] },
  { thread: "put", workspace: "/srv/app", archived: true, updatedAt: at(5), turns: [promptTurn("put away")] },
  { thread: "child", subagentOf: "one", updatedAt: at(6), turns: [promptTurn("delegated")] },
  { thread: "void", updatedAt: at(7), turns: [] },
];

const all: ListQuery = { scope: "all" };

/** The promises of every Annotations and of the Library that shows them: over files, in memory, over HTTP. */
export function describeAnnotations(
  name: string,
  make: (seeds: readonly SessionSeed[]) => Promise<AnnotationsUnderTest>,
): void {
  describe(`${name} annotations`, () => {
    let subject: AnnotationsUnderTest;
    beforeEach(async () => {
      subject = await make(seeds);
    });
    afterEach(() => subject.dispose());
    describeChanges(() => subject);
    describeTags(() => subject);
    describeAnnotatedLists(() => subject, seeds.length);
  });
}

function describeChanges(subject: () => AnnotationsUnderTest): void {
  it("a session has none at first", async () => {
    const { annotations } = subject();
    expect(await annotations.read("codex:one")).toEqual({ session: "codex:one", annotation: noAnnotation });
    expect(await annotations.tags()).toEqual([]);
  });

  it("a change says what was before and after, and can be taken back", async () => {
    const { annotations } = subject();
    const change = { name: "  Login  ", addTags: ["bug", "a/b"], isHidden: true, isArchived: true };
    const after = { name: "Login", tags: ["a/b", "bug"], isHidden: true, isArchived: true };
    const done = await annotations.annotate("one", change);
    expect(done).toEqual({ session: "codex:one", before: noAnnotation, after });
    expect((await annotations.read("codex:one")).annotation).toEqual(after);
    expect((await annotations.annotate("codex:one", undoOf(done))).after).toEqual(noAnnotation);
  });

  it("taking one change back leaves those that came after it", async () => {
    const { annotations } = subject();
    const first = await annotations.annotate("one", { addTags: ["bug"], isHidden: true });
    await annotations.annotate("one", { name: "Mine", addTags: ["later"] });
    const { after } = await annotations.annotate("one", undoOf(first));
    expect(after).toEqual({ ...noAnnotation, name: "Mine", tags: ["later"] });
  });

  it("changes at the same time are all made", async () => {
    const { annotations } = subject();
    const tags = Array.from({ length: 12 }, (_, index) => `t${String(index).padStart(2, "0")}`);
    await Promise.all(tags.map((tag) => annotations.annotate("one", { addTags: [tag] })));
    expect((await annotations.read("one")).annotation.tags).toEqual(tags);
  });

  it("finds the session as a library does, and refuses what is not there", async () => {
    const { annotations } = subject();
    await annotations.annotate("two", { name: "Login work" });
    expect((await annotations.read("login work")).session).toBe("codex:two");
    await expectRefused(annotations.annotate("codex:none", { isHidden: true }), "not-found");
    await expectRefused(annotations.read("codex:none"), "not-found");
  });

  it.each([
    ["", "at least one character"],
    ["   ", "at least one character"],
    ["a\nb", "one line"],
    ["a\u001b[31mred", "control characters"],
    ["a\u0000b", "control characters"],
    ["a\u202eb", "control characters"],
    ["a\u2028b", "one line"],
    ["a\ud800b", "one line"],
    ["\u200b\u2060", "can be seen"],
    ["of 100 kB", "at most 200 characters"],
  ])("refuses the name %j, and changes nothing", async (given, why) => {
    const name = given === "of 100 kB" ? "x".repeat(100_000) : given;
    const { annotations } = subject();
    await annotations.annotate("one", { name: "Mine", addTags: ["kept"] });
    const refused = await expectRefused(annotations.annotate("one", { name, isHidden: true }), "bad-use");
    expect(refused.message).toContain(why);
    expect((await annotations.read("one")).annotation).toEqual({
      name: "Mine",
      tags: ["kept"],
      isHidden: false,
      isArchived: false,
    });
  });

  it("takes names of any script", async () => {
    const { annotations } = subject();
    for (const name of ["修复登录", "שלום", "Ünï — “code” 🎉", "👩‍👩‍👧"])
      expect((await annotations.annotate("one", { name })).after.name).toBe(name);
  });
}

function describeTags(subject: () => AnnotationsUnderTest): void {
  it.each(["", " ", "two words", "-minus", "a\nb", "a\u202eb", "a,b", "#a", "x".repeat(51)])(
    "refuses the tag %j, and changes nothing",
    async (tag) => {
      const { annotations } = subject();
      await expectRefused(annotations.annotate("one", { addTags: ["good", tag] }), "bad-use");
      expect((await annotations.read("one")).annotation).toEqual(noAnnotation);
    },
  );

  it("takes tags of any script, each once whatever its case, and counts them", async () => {
    const { annotations } = subject();
    const { after } = await annotations.annotate("one", { addTags: ["Bug", "bug", "修复", "v1.2_x/y-z"] });
    expect(after.tags).toEqual(["Bug", "v1.2_x/y-z", "修复"]);
    await annotations.annotate("two", { addTags: ["BUG"] });
    expect(await annotations.tags()).toEqual([
      { tag: "Bug", sessionCount: 2 },
      { tag: "v1.2_x/y-z", sessionCount: 1 },
      { tag: "修复", sessionCount: 1 },
    ]);
    expect((await annotations.annotate("one", { removeTags: ["BUG", "none"] })).after.tags).toEqual([
      "v1.2_x/y-z",
      "修复",
    ]);
    expect((await annotations.annotate("one", { tags: ["new"] })).after.tags).toEqual(["new"]);
  });

  it("a session has at most 32 tags", async () => {
    const tags = Array.from({ length: 33 }, (_, index) => `t${index}`);
    await expectRefused(subject().annotations.annotate("one", { tags }), "bad-use");
  });

  it("tags of sessions that are left out are listed too", async () => {
    const { annotations, library } = subject();
    await annotations.annotate("one", { addTags: ["bug"], isHidden: true });
    expect(await annotations.tags()).toEqual([{ tag: "bug", sessionCount: 1 }]);
    expect((await library.list({ ...all, tag: "BUG" })).total).toBe(0);
    expect((await library.list({ ...all, tag: "BUG", includeHidden: true })).total).toBe(1);
  });
}
