import { newRunView, type RestoreEvent, viewAfter } from "@reprise/model";
import { expect, test } from "vitest";
import { request } from "../../../test/support/plans.ts";
import { WorkingLine } from "./working-line.ts";

const started: RestoreEvent = { type: "turn-started", turn: null };
const ended: RestoreEvent = { type: "turn-ended", turn: null, state: "completed", failure: null };
const running: RestoreEvent = {
  type: "item",
  key: "a",
  isComplete: false,
  item: { kind: "command", command: "npm test", output: null, exitCode: null, status: "open" },
};

function opened(columns = 80) {
  const state = { written: "", now: 0, listener: null as (() => void) | null };
  const line = new WorkingLine({
    write: async (text) => {
      state.written += text;
    },
    now: () => state.now,
    every(_, listener) {
      state.listener = listener;
      return () => {
        state.listener = null;
      };
    },
    columns: () => columns,
  });
  const second = () => {
    state.now += 1000;
    state.listener?.();
  };
  let view = newRunView("codex");
  const see = (event: RestoreEvent) => {
    view = viewAfter(view, event);
    line.see(view);
  };
  return { line, state, second, see };
}

test("says each second what is done and for how long, and is erased before anything else", async () => {
  const { line, state, second, see } = opened();
  see(started);
  expect(state.written).toBe("");
  second();
  expect(state.written).toBe("\r\u001b[KWorking 1 s · thinking");
  see(running);
  second();
  expect(state.written.endsWith("\r\u001b[KWorking 2 s · running npm test")).toBe(true);
  await line.makeRoom("$ npm test\n");
  expect(state.written.endsWith("\r\u001b[K")).toBe(true);
  const before = state.written.length;
  await line.makeRoom("more\n");
  expect(state.written).toHaveLength(before);
});

test("is not drawn in the middle of a line, nor over a question", async () => {
  const { line, state, second, see } = opened();
  see(started);
  await line.makeRoom("Half a");
  second();
  expect(state.written).toBe("");
  await line.makeRoom(" line.\n");
  see({ type: "request", request: request() });
  second();
  expect(state.written).toBe("");
  see({ type: "request-resolved", id: "r1", decision: "once", by: "person" });
  second();
  expect(state.written).toContain("Working 3 s · thinking");
});

test("ends with the turn, and fits the terminal", () => {
  const { state, second, see } = opened(12);
  see(started);
  second();
  expect(state.written).toBe("\r\u001b[KWorking 1 …");
  see(ended);
  expect(state.listener).toBeNull();
});
