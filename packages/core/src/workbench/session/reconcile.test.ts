import { nothingSaved, plainRequest, type QueuedApproval, type SavedState, type Unfinished } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { type Evidence, reconciled } from "./reconcile.ts";

const exec = (id: string, status: SavedState["execs"][number]["status"]): SavedState["execs"][number] => ({
  id,
  header: id,
  command: `make ${id}`,
  cwd: null,
  status,
  exitCode: null,
  startedAt: null,
  endedAt: null,
  process: null,
  droppedCount: 0,
  isStale: false,
});
const approval = (id: string, state: QueuedApproval["state"]): QueuedApproval => ({
  id,
  run: null,
  queuedAt: "2026-01-01T00:00:00.000Z" as never,
  state,
  decision: null,
  request: {
    ...plainRequest,
    id,
    kind: "command",
    subject: id,
    reason: null,
    cwd: null,
    item: null,
    hash: null,
    choices: ["once"],
  },
});
const document = (path: string, state: "proposed" | "written" | "kept") => ({
  path,
  change: "update" as const,
  diff: null,
  movedTo: null,
  original: "a",
  modified: "b",
  baseHash: "0".repeat(64),
  writtenHash: "1".repeat(64),
  isSelected: true,
  state,
  problem: null,
});

const nobody: Evidence = { unfinished: [], isAnswerable: () => false, staleness: () => null };

describe("commands of a dead agent", () => {
  const settle = (status: "running" | "open" | "waiting" | "done", outcome?: Unfinished["outcome"]) => {
    const unfinished = outcome
      ? [{ item: "i", kind: "command" as const, subject: "make a", outcome, evidence: "" }]
      : [];
    const state = { ...nothingSaved, execs: [exec("a", status)] };
    const { changes } = reconciled(state, { ...nobody, unfinished });
    return changes.map((change) => change.type === "exec" && [change.exec.status, change.exec.isStale]);
  };

  test.each([
    ["running", undefined, ["open", true]],
    ["running", "unknown", ["open", true]],
    ["running", "still-running", ["running", false]],
    ["running", "done", ["done", true]],
    ["running", "not-done", ["waiting", true]],
    ["waiting", undefined, ["waiting", true]],
  ] as const)("%s, of which the machine shows %s", (status, outcome, expected) => {
    expect(settle(status, outcome)).toEqual([expected]);
  });

  test("that have an outcome stay as they are", () => {
    expect(settle("done")).toEqual([]);
  });
});

test("requests that nobody waits for expire; answered ones stay", () => {
  const approvals = [approval("a", "open"), approval("b", "open"), approval("c", "answered")];
  const { changes, droppedApprovals } = reconciled(
    { ...nothingSaved, approvals },
    { ...nobody, isAnswerable: ({ id }) => id === "b" },
  );
  expect(changes).toEqual([{ type: "approval", approval: { ...approval("a", "expired") } }]);
  expect(droppedApprovals).toBe(1);
});

test("documents that no longer fit are stale; decided ones are left alone", () => {
  const documents = [document("a", "written"), document("b", "proposed"), document("c", "kept")];
  const diff = { id: "d", at: null, request: null, signature: "", documents };
  const { changes, staleDiffCount } = reconciled(
    { ...nothingSaved, diffs: [diff] },
    { ...nobody, staleness: ({ path }) => (path === "b" ? null : "changed") },
  );
  expect(changes).toEqual([
    { type: "document", diff: "d", path: "a", isSelected: true, state: "written", problem: "changed" },
  ]);
  expect(staleDiffCount).toBe(1);
});
