import { asThreadId, type ItemBody, type RunEvent } from "@reprise/model";
import { expect, test } from "vitest";
import { EventFilter } from "./event-filter.ts";

const a = asThreadId("a");
const named: RunEvent = { type: "thread", thread: a, isPersisted: false };
const item = (body: ItemBody): RunEvent => ({ type: "item", key: "k", isComplete: true, item: body });

test("a new thread is persisted by the model's first words, not by a notice", () => {
  const filter = new EventFilter("Agent", null, true);
  const events = [
    named,
    item({ kind: "notice", text: "n" }),
    item({ kind: "reply", text: "r" }),
    item({ kind: "reply", text: "s" }),
  ];
  const told = events.flatMap((event) => filter.filter(event)).filter(({ type }) => type === "thread");
  expect(told).toEqual([named, { ...named, isPersisted: true }]);
});

test("an old thread is persisted from the first", () => {
  expect(new EventFilter("Agent", a, false).filter(named)).toEqual([{ ...named, isPersisted: true }]);
  expect(new EventFilter("Agent", asThreadId("A"), false).filter(named)).toHaveLength(1);
});

test("another thread is not told", () => {
  const filter = new EventFilter("Agent", asThreadId("b"), false);
  expect(filter.filter(named)).toEqual([]);
  expect([filter.isOther, filter.thread]).toEqual([true, null]);
});

test.each([
  [
    { kind: "command", command: "touch x", output: "needs approval", exitCode: null, status: "declined" },
    "run touch x (needs approval)",
  ],
  [
    {
      kind: "edit",
      changes: [
        { path: "/a", change: "add", diff: null },
        { path: "/b", change: "update", diff: null },
      ],
      status: "declined",
    },
    "change /a, /b",
  ],
  [{ kind: "tool", name: "web", input: null, output: null, status: "declined" }, "use web"],
] satisfies [ItemBody, string][])("what was declined is said aloud: %j", (body, subject) => {
  const [, notice] = new EventFilter("Agent", null, false).filter(item(body));
  expect(notice).toEqual({
    type: "notice",
    text: `Agent was not allowed to ${subject}. It cannot ask in this mode: allow it in the settings of Agent, or continue in Agent itself.`,
  });
});
