import {
  asThreadId,
  asTimestamp,
  type FileChange,
  type Item,
  type ItemBody,
  noSettings,
  type PlanOf,
  questionsIn,
  sessionIdOf,
  type Turn,
} from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { workspaceDrift } from "./workspace-drift.ts";

const [now, old] = ["a".repeat(40), "b".repeat(40)];
const repository = {
  "/srv/.git/HEAD": "ref: refs/heads/main\n",
  "/srv/.git/refs/heads/main": `${now}\n`,
};
const item = (body: ItemBody): Item => ({
  id: "i",
  at: null,
  origin: { file: "/f", line: 1, byteOffset: 0 },
  ...body,
});
const turn = (...bodies: ItemBody[]): Turn => ({
  number: 1,
  state: "completed",
  startedAt: null,
  endedAt: null,
  items: bodies.map(item),
});
const edited = (change: FileChange, status: "done" | "failed" = "done"): ItemBody => ({
  kind: "edit",
  changes: [change],
  status,
});
const add = (path: string, diff: string): FileChange => ({ path, change: "add", diff });

const resumed: PlanOf<"resume"> = {
  mode: "resume",
  session: sessionIdOf("codex", asThreadId("a")),
  target: "codex",
  basis: [],
  settings: noSettings,
  baseline: null,
  narrowed: [],
  drift: [],
  refusals: [],
  pending: [],
  unfinished: [],
  owner: null,
  tokens: 0,
  contextTokens: null,
  ailments: [],
  approvals: [],
  unchecked: [],
  prompt: null,
  unsentPrompt: null,
  recap: null,
};

describe("what git has checked out", () => {
  const drift = (about: Parameters<typeof workspaceDrift>[0], files: Record<string, string> = repository) =>
    workspaceDrift({ cwd: "/srv", ...about }, [], memoryHost(files));
  const row = { kind: "git", widens: false, note: null } as const;

  it("is no drift while branch and commit are as recorded, or were not recorded", () => {
    expect(drift({ gitBranch: "main", gitCommit: now })).toEqual([]);
    expect(drift({})).toEqual([]);
  });

  it("is drift where branch or commit is another one", () => {
    expect(drift({ gitBranch: "work", gitCommit: now })).toEqual([
      { ...row, subject: "branch", recorded: "work", now: "main" },
    ]);
    expect(drift({ gitBranch: "main", gitCommit: old })).toEqual([
      { ...row, subject: "head", recorded: old, now: now },
    ]);
    expect(drift({ gitBranch: "work", gitCommit: old }).map(({ subject }) => subject)).toEqual(["branch", "head"]);
  });

  it("is found from a folder within, by the workspace where no folder was recorded, and nowhere else", () => {
    const recorded = { gitCommit: old };
    expect(drift({ ...recorded, cwd: "/srv/packages/a" })).toHaveLength(1);
    expect(workspaceDrift({ ...recorded, workspace: "/srv" }, [], memoryHost(repository))).toHaveLength(1);
    expect(workspaceDrift(recorded, [turn(edited(add("/a", "x")))], memoryHost(repository))).toEqual([]);
    expect(drift({ ...recorded, gitBranch: "work" }, {})).toEqual([]);
  });

  it("a branch without a commit yet, or none at all, is no other one", () => {
    expect(drift({ gitCommit: old }, { "/srv/.git/HEAD": "ref: refs/heads/new\n" })).toEqual([]);
    expect(drift({ gitBranch: "work", gitCommit: now }, { "/srv/.git/HEAD": `${now}\n` })).toEqual([]);
  });
});

describe("the files that were edited", () => {
  const drift = (files: Record<string, string>, ...turns: Turn[]) =>
    workspaceDrift({ cwd: "/srv" }, turns, memoryHost(files));
  const row = { kind: "file", subject: "a", recorded: "added by the session", widens: false, note: null };
  const states = (...given: Parameters<typeof drift>) => drift(...given).map(({ now: state }) => state);
  const update = (diff: string): FileChange => ({ path: "a", change: "update", diff });

  it("are no drift while they hold what the session left", () => {
    expect(drift({ "/srv/a": "x" }, turn(edited(add("a", "x"))))).toEqual([]);
  });

  it("are drift where that is gone, or something else is there", () => {
    expect(drift({}, turn(edited(add("a", "x"))))).toEqual([{ ...row, now: "now missing" }]);
    expect(drift({ "/srv/a": "y" }, turn(edited(add("a", "x"))))).toEqual([{ ...row, now: "changed since" }]);
  });

  it("only the last edit of each file that was made counts", () => {
    const turns = [turn(edited(add("a", "x")), edited(add("b", "b"))), turn(edited(add("a", "y")))];
    expect(drift({ "/srv/a": "y", "/srv/b": "b" }, ...turns)).toEqual([]);
    expect(drift({ "/srv/a": "x", "/srv/b": "c" }, ...turns).map(({ subject }) => subject)).toEqual(["b", "a"]);
    const ran: ItemBody = { kind: "command", command: "ls", output: "", exitCode: 0, status: "done" };
    expect(drift({}, turn(edited(add("a", "x"), "failed"), ran))).toEqual([]);
  });

  it.each([
    ["appended to", "1\n2\n", "1\n2\n3\n", "@@ -1,2 +1,3 @@\n 1\n 2\n+3\n", "@@\n 1\n 2\n+3"],
    ["inserted into at the top", "1\n2\n", "0\n1\n2\n", "@@ -1,2 +1,3 @@\n+0\n 1\n 2\n", "@@\n+0\n 1\n 2"],
    ["cut at a repeated line", "1\n1\n", "1\n", "@@ -1,2 +1,1 @@\n-1\n 1\n", "@@\n-1\n 1"],
    ["changed in the middle", "1\n2\n3\n", "1\nx\n3\n", "@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n", "@@\n 1\n-2\n+x\n 3"],
  ])("a file that was %s is recognised before and after the edit", (_, before, after, numbered, bare) => {
    for (const diff of [numbered, bare]) {
      expect(states({ "/srv/a": after }, turn(edited(update(diff))))).toEqual([]);
      expect(states({ "/srv/a": before }, turn(edited(update(diff))))).toEqual(["without the session's edit"]);
      expect(states({}, turn(edited(update(diff))))).toEqual(["now missing"]);
    }
  });

  it("edits of a file that the session added are followed to the whole expected text", () => {
    const turns = [turn(edited(add("a", "1\n2\n")), edited(update("@@ -1,2 +1,3 @@\n 1\n 2\n+3\n")))];
    expect(states({ "/srv/a": "1\n2\n3\n" }, ...turns)).toEqual([]);
    expect(states({ "/srv/a": "1\n2\n3\n4\n" }, ...turns)).toEqual(["changed since"]);
  });

  it("of very many edits of a large file only the last one is looked for", () => {
    const text = `line 0\n${"x".repeat(30_000_000)}\n`;
    const edits = Array.from({ length: 8 }, (_, index) =>
      edited(update(`@@ -1 +1 @@\n-line ${index}\n+line ${index + 1}\n`)),
    );
    const after = (count: number) => turn(edited(add("a", text)), ...edits.slice(0, count));
    expect(states({ "/srv/a": "something else" }, after(2))).toEqual(["changed since"]);
    expect(states({ "/srv/a": "something else" }, after(8))).toEqual([null]);
  });

  it("a renamed file is looked for under its new name, and is drift where the old one is back", () => {
    const move: FileChange = { path: "a", change: "move", diff: "", movedTo: "b" };
    const turns = [turn(edited(add("a", "x")), edited(move))];
    expect(states({ "/srv/b": "x" }, ...turns)).toEqual([]);
    expect(drift({ "/srv/a": "x", "/srv/b": "y" }, ...turns)).toMatchObject([
      { subject: "a", recorded: "renamed by the session", now: "exists again" },
      { subject: "b", recorded: "renamed by the session", now: "changed since" },
    ]);
  });

  it("where the text is not the expected one but nobody wrote it since, or the expected one is unknown, nobody can tell", () => {
    const later = { ...turn(edited(add("a", "x"))), endedAt: asTimestamp("2099-01-01T00:00:00Z") };
    expect(states({ "/srv/a": "formatted" }, later)).toEqual([null]);
    const earlier = { ...later, endedAt: asTimestamp("1969-01-01T00:00:00Z") };
    expect(states({ "/srv/a": "formatted" }, earlier)).toEqual(["changed since"]);
    const opaque = edited({ path: "a", change: "update", diff: null });
    expect(states({ "/srv/a": "y" }, { ...turn(opaque), endedAt: earlier.endedAt })).toEqual([null]);
    expect(states({ "/srv/a": "y" }, { ...turn(opaque), endedAt: later.endedAt })).toEqual([]);
  });

  it("a file of a failed edit counts where it is known to be written, and not where it is known not to be", () => {
    const files = [{ ...add("a", "1"), written: true }, { ...add("b", "2"), written: false }, add("c", "3")];
    const failed = turn({ kind: "edit", changes: files, status: "failed" });
    expect(drift({ "/srv/a": "1" }, failed)).toEqual([]);
    expect(drift({ "/srv/a": "x", "/srv/b": "x", "/srv/c": "x" }, failed)).toMatchObject([
      { subject: "a", now: "changed since" },
    ]);
  });

  it("a file is one file, however its path is written", () => {
    const turns = [turn(edited(add("/srv/a", "1\n")), edited(update("@@ -1 +1,2 @@\n 1\n+2\n")))];
    expect(drift({ "/srv/a": "1\n2\n" }, ...turns)).toEqual([]);
    expect(drift({ "/srv/a": "x" }, ...turns)).toMatchObject([{ subject: "a", now: "changed since" }]);
  });

  describe("a later command of the session that names a file", () => {
    const ran = (command: string): ItemBody => ({
      kind: "command",
      command,
      output: "",
      exitCode: 0,
      status: "done",
    });
    const ended = (date: string, ...bodies: ItemBody[]) => ({
      ...turn(...bodies),
      endedAt: asTimestamp(date),
    });
    const [before, after] = ["1969-01-01T00:00:00Z", "2099-01-01T00:00:00Z"];

    it("could have changed, removed or brought back what differs now", () => {
      expect(states({}, ended(after, edited(add("a", "1")), ran("rm a")))).toEqual([null]);
      expect(states({}, ended(after, edited(add("a", "1")), ran("cat a")))).toEqual(["now missing"]);
      const gone = edited({ path: "a", change: "delete", diff: "1" });
      expect(states({ "/srv/a": "1" }, ended(after, gone, ran("git checkout a")))).toEqual([null]);
      expect(states({ "/srv/a": "1" }, ended(before, gone))).toEqual(["exists again"]);
      expect(states({ "/srv/a": "1" }, ended(after, gone))).toEqual([null]);
    });

    it("did not do what was written after the session ended", () => {
      const turns = ended(before, edited(add("a", "1")), ran("sed -i s/1/2/ a"));
      expect(states({ "/srv/a": "x" }, turns)).toEqual(["changed since"]);
    });

    it("could have done so after its start, until the last record of the session", () => {
      const turns = [{ ...turn(edited(add("a", "1")), ran("make; sed -i s/1/2/ a")), startedAt: asTimestamp(before) }];
      const at = (updatedAt: string) =>
        workspaceDrift({ cwd: "/srv", updatedAt: asTimestamp(updatedAt) }, turns, memoryHost({ "/srv/a": "2" }));
      expect(at(after)).toMatchObject([{ subject: "a", now: null }]);
      expect(at(before)).toMatchObject([{ subject: "a", now: "changed since" }]);
    });

    it("could have done so after the last record, if it was cut off: nobody is asked about that file", () => {
      const cut: ItemBody = {
        kind: "command",
        command: "sed -i s/1/2/ a; sleep 99",
        output: null,
        exitCode: null,
        status: "open",
      };
      const turns = ended(before, edited(add("a", "1")), edited(add("b", "1")), cut);
      const found = drift({ "/srv/a": "2", "/srv/b": "2" }, turns);
      expect(found).toMatchObject([
        { subject: "a", now: null },
        { subject: "b", now: "changed since" },
      ]);
      expect(questionsIn({ ...resumed, drift: found }).map(({ subject }) => subject)).toEqual(["1 change"]);
      expect(questionsIn({ ...resumed, drift: found.slice(0, 1) })).toEqual([]);
      const afterwards = ended(before, cut, edited(add("a", "1")));
      expect(states({ "/srv/a": "2" }, afterwards)).toEqual(["changed since"]);
    });

    it("makes what later edits of the file give uncertain", () => {
      const later = edited(update("@@ -1 +1 @@\n-1\n+one\n"));
      const turns = ended(before, edited(add("a", "1\n2\n")), ran("sed -i s/2/two/ a"), later);
      expect(states({ "/srv/a": "one\ntwo\n" }, turns)).toEqual([null]);
    });
  });

  it("what is no UTF-8 or too large is not compared", () => {
    const written = { ...turn(edited(add("a", "x"))), endedAt: asTimestamp("1969-01-01T00:00:00Z") };
    expect(states({ "/srv/a": Buffer.from([0x66, 0xfc, 0x72]) as unknown as string }, written)).toEqual([null]);
    expect(states({ "/srv/a": "x".repeat(9 * 1024 * 1024) }, written)).toEqual([null]);
  });
});
