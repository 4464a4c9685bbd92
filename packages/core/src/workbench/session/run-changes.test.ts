import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ItemBody,
  newRunView,
  nothingSaved,
  type RestoreEvent,
  type RunId,
  SavedFold,
  type SavedState,
  type ShownChange,
  type Timestamp,
  viewAfter,
} from "@reprise/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { isMilestone, RunChanges } from "./run-changes.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "run-changes-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const started: RestoreEvent = { type: "turn-started", turn: null };
const interrupted: RestoreEvent = { type: "turn-ended", turn: null, state: "interrupted", failure: null };
const item = (key: string, body: ItemBody, isComplete: boolean): RestoreEvent => ({
  type: "item",
  key,
  item: body,
  isComplete,
});
const command = (given: Partial<ItemBody & { kind: "command" }> = {}): ItemBody => ({
  kind: "command",
  command: "make",
  output: null,
  exitCode: null,
  status: "open",
  ...given,
});
const printed = (text: string): RestoreEvent => ({ type: "delta", key: "c", kind: "output", text });

/** The state after these events, and the changes of the last one. */
function after(...events: readonly RestoreEvent[]): { state: SavedState; last: readonly ShownChange[] } {
  const fold = new SavedFold<SavedState>(nothingSaved);
  const now = () => "2026-11-15T14:30:00.000Z" as Timestamp;
  const run = { run: "r" as RunId, prefix: "o", now, state: () => fold.state };
  const changes = new RunChanges({ ...run, root, stateFolder: join(root, "state"), host: nodeHost({}) });
  let view = newRunView("codex");
  let last: readonly ShownChange[] = [];
  for (const event of events) {
    const before = view;
    view = viewAfter(before, event);
    last = changes.between(before, view, event.type === "item" ? event.item : null);
    for (const change of last) fold.add(change);
  }
  return { state: fold.state, last };
}

test("all of what a command prints is kept, also what the view of the run leaves out", () => {
  const long = "0123456789\n".repeat(10_000);
  const running = after(started, item("c", command(), false), printed(long), printed("end"));
  expect(running.state.outputs["o/0/c"]?.text).toBe(`${long}end`);
  const done = command({ output: `${long}all`, exitCode: 0, status: "done" });
  const whole = after(started, item("c", command(), false), printed("a"), item("c", done, true));
  expect(whole.state.outputs["o/0/c"]?.text).toBe(`${long}all`);
  expect(whole.state.execs).toMatchObject([{ id: "o/0/c", status: "done", exitCode: 0, isStale: false }]);
});

test("the files of an edit are whole, however long", () => {
  const text = "line of a long file\n".repeat(10_000);
  writeFileSync(join(root, "n.txt"), text);
  const edit: ItemBody = { kind: "edit", changes: [{ path: "n.txt", change: "add", diff: text }], status: "done" };
  const { state } = after(started, item("e", edit, true));
  expect(state.diffs[0]?.documents[0]).toMatchObject({ modified: text, diff: text, problem: null });
  expect(state.entries[0]).toMatchObject({ diff: "o/0/e", item: { changes: [{ diff: null }] } });
});

test("a command that was cut off is stale, with what it printed, also if it was never announced", () => {
  const { state, last } = after(started, item("c", command(), false), printed("half"), interrupted);
  expect(state.execs).toMatchObject([{ status: "open", isStale: true, endedAt: null }]);
  expect(state.outputs["o/0/c"]?.text).toBe("half");
  expect(isMilestone(last)).toBe(true);
  const unnamed = after(started, printed("half"), interrupted).state;
  expect(unnamed.entries[0]).toMatchObject({ exec: unnamed.execs[0]?.id });
  expect(unnamed.outputs["o/0/c"]?.text).toBe("half");
});

test("text that streams is sent as it comes, and saved soon; a prompt of a hook is shown", () => {
  const delta = (text: string): RestoreEvent => ({ type: "delta", key: "a", kind: "reply", text });
  const { state, last } = after(started, delta("one "), delta("two"));
  expect(last).toEqual([{ type: "text", entry: "o/0/a", text: "two" }]);
  expect(isMilestone(last)).toBe(false);
  expect(state.entries).toMatchObject([{ item: { kind: "reply", text: "one two" }, isComplete: false }]);
  const hook = after(started, item("u", { kind: "prompt", text: "from a hook" }, true)).state;
  expect(hook.entries).toMatchObject([{ item: { kind: "prompt", text: "from a hook" } }]);
});

test("what a person allowed is said in the conversation, in the words that a restored one has", () => {
  const request = { id: "1", kind: "command", subject: "make", item: "c" } as never;
  const asked: RestoreEvent = { type: "request", request };
  const answered: RestoreEvent = { type: "request-resolved", id: "1", decision: "once", by: "person" };
  const { state } = after(started, item("c", command(), false), asked, answered);
  expect(state.entries.map(({ item }) => item)).toMatchObject([
    { kind: "command" },
    { kind: "approval", subject: "make", decision: "you allowed it once" },
  ]);
});
