import type { FileChange, Item, ItemBody, Turn } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { workspaceDrift } from "./workspace-drift.ts";

const [now, old] = ["a".repeat(40), "b".repeat(40)];
const repository = {
  "/srv/.git/HEAD": "ref: refs/heads/main\n",
  "/srv/.git/refs/heads/main": `${now}\n`,
};
const item = (body: ItemBody): Item => ({
  ...{ id: "i", at: null, origin: { file: "/f", line: 1, byteOffset: 0 } },
  ...body,
});
const turn = (...bodies: ItemBody[]): Turn => ({
  ...{ number: 1, state: "completed", startedAt: null, endedAt: null, items: bodies.map(item) },
});
const edited = (change: FileChange, status: "done" | "failed" = "done"): ItemBody => ({
  ...{ kind: "edit", changes: [change], status },
});
const add = (path: string, diff: string): FileChange => ({ path, change: "add", diff });

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
    expect(drift({ gitBranch: "work", gitCommit: old }).map(({ subject }) => subject)).toEqual([
      "branch",
      "head",
    ]);
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
  const row = {
    kind: "file",
    subject: "a",
    recorded: "as the session left it (add)",
    widens: false,
    note: null,
  };

  it("are no drift while they hold what the session left", () => {
    expect(drift({ "/srv/a": "x" }, turn(edited(add("a", "x"))))).toEqual([]);
  });

  it("are drift where that is gone, or something else is there", () => {
    expect(drift({}, turn(edited(add("a", "x"))))).toEqual([{ ...row, now: "as before that" }]);
    expect(drift({ "/srv/a": "y" }, turn(edited(add("a", "x"))))).toEqual([{ ...row, now: "changed since" }]);
  });

  it("only the last edit of each file that was made counts", () => {
    const turns = [turn(edited(add("a", "x")), edited(add("b", "b"))), turn(edited(add("a", "y")))];
    expect(drift({ "/srv/a": "y", "/srv/b": "b" }, ...turns)).toEqual([]);
    expect(drift({ "/srv/a": "x", "/srv/b": "c" }, ...turns).map(({ subject }) => subject)).toEqual([
      "a",
      "b",
    ]);
    const ran: ItemBody = { kind: "command", command: "ls", output: "", exitCode: 0, status: "done" };
    expect(drift({}, turn(edited(add("a", "x"), "failed"), ran))).toEqual([]);
  });
});
