import { describe, expect, test } from "vitest";
import type { Notification } from "./message.ts";
import { Turn } from "./running-turn.ts";

const inTurn = (method: string, params: object = {}): Notification => ({
  kind: "notification",
  method,
  params: { threadId: "T", turnId: "t1", ...params },
  emittedAtMs: null,
});
const started = inTurn("turn/started", { turn: { id: "t1" } });

function read(...notifications: Notification[]) {
  const turn = new Turn("T");
  return notifications.flatMap((notification) => turn.take(notification));
}

describe("a turn", () => {
  test("has nothing of other threads and other turns", () => {
    const other = inTurn("item/agentMessage/delta", { turnId: "t0", itemId: "m", delta: "old" });
    const subagent = inTurn("item/agentMessage/delta", { threadId: "S", itemId: "m", delta: "theirs" });
    const own = inTurn("item/agentMessage/delta", { itemId: "m", delta: "mine" });
    expect(read(started, other, subagent, own)).toEqual([
      { type: "turn-started", turn: "t1" },
      { type: "delta", key: "m", kind: "reply", text: "mine" },
    ]);
  });

  test("counts parts of reasoning as the reader does: summaries first, then what was thought", () => {
    const item = { type: "reasoning", id: "r", summary: ["a", "b"], content: ["c"] };
    const events = read(
      started,
      inTurn("item/started", { item: { ...item, summary: [], content: [] } }),
      inTurn("item/reasoning/summaryTextDelta", { itemId: "r", delta: "a", summaryIndex: 0 }),
      inTurn("item/reasoning/summaryTextDelta", { itemId: "r", delta: "b", summaryIndex: 1 }),
      inTurn("item/reasoning/textDelta", { itemId: "r", delta: "c", contentIndex: 0 }),
      inTurn("item/completed", { item }),
    );
    const keys = ["r#0", "r#1", "r#2", "r#0", "r#1", "r#2"];
    expect(events.slice(1).map((event) => "key" in event && event.key)).toEqual(keys);
  });

  test("drops only what the model has begun when it is asked again", () => {
    const text = (id: string) => inTurn("item/started", { item: { type: "agentMessage", id, text: "" } });
    const command = { type: "commandExecution", id: "c", command: "sleep 9", status: "inProgress" };
    const error = { message: "Reconnecting... 1/5", additionalDetails: "stream disconnected" };
    const events = read(
      started,
      text("m1"),
      inTurn("item/completed", { item: { type: "agentMessage", id: "m1", text: "whole" } }),
      inTurn("item/started", { item: command }),
      text("m2"),
      inTurn("item/reasoning/summaryTextDelta", { itemId: "r", delta: "hm", summaryIndex: 0 }),
      inTurn("error", { error, willRetry: true }),
      inTurn("error", { error, willRetry: true }),
    );
    expect(events.slice(-4)).toEqual([
      { type: "item-dropped", key: "m2" },
      { type: "item-dropped", key: "r#0" },
      { type: "notice", text: "Reconnecting... 1/5 (stream disconnected)" },
      { type: "notice", text: "Reconnecting... 1/5 (stream disconnected)" },
    ]);
  });

  test("of a release that repeats prompts without their ids shows none twice, and hides none with the same text", () => {
    const turn = new Turn("T");
    const repeated = (id: string, text: string) =>
      turn.take(
        inTurn("item/completed", {
          item: {
            type: "userMessage",
            id,
            content: [
              { type: "text", text, text_elements: [] },
              { type: "localImage", path: "/srv/one.png" },
            ],
          },
        }),
      );
    turn.take(started);
    turn.sent.add({ id: "p1", text: "  go\non" });
    turn.sent.add({ id: "p2", text: "again" });
    turn.sent.add({ id: "p3", text: "again" });
    turn.sent.add({ id: "p4", text: "refused" });
    turn.sent.drop("p4");
    expect(repeated("u1", "  go\non")).toEqual([{ type: "prompt-persisted", promptId: "p1" }]);
    expect(repeated("u2", "again")).toEqual([{ type: "prompt-persisted", promptId: "p2" }]);
    expect(repeated("u3", "again")).toEqual([{ type: "prompt-persisted", promptId: "p3" }]);
    for (const text of ["again", "refused"])
      expect(repeated(`u-${text}`, text)).toEqual([
        { type: "item", key: `u-${text}`, item: { kind: "prompt", text }, isComplete: true },
      ]);
  });

  test("keeps unknown items as they are, and shows a message of a harness as a prompt", () => {
    const item = { type: "somethingNew", id: "n", x: 1 };
    const message = {
      type: "userMessage",
      id: "u",
      clientId: null,
      content: [{ type: "text", text: "from a hook" }],
    };
    const events = read(started, inTurn("item/completed", { item }), inTurn("item/completed", { item: message }));
    expect(events.slice(1)).toEqual([
      { type: "item", key: "n", item: { kind: "opaque", raw: item }, isComplete: true },
      { type: "item", key: "u", item: { kind: "prompt", text: "from a hook" }, isComplete: true },
    ]);
  });

  test("tells settings that change, and models that do", () => {
    const threadSettings = {
      model: "m",
      sandboxPolicy: { type: "readOnly" },
      approvalPolicy: { granular: { rules: true, skill_approval: false } },
      cwd: "/w",
    };
    const events = read(
      started,
      inTurn("thread/settings/updated", { turnId: undefined, threadSettings }),
      inTurn("model/rerouted", { fromModel: "a", toModel: "b" }),
      inTurn("warning", { threadId: null, turnId: undefined, message: "careful" }),
    );
    expect(events.slice(1)).toMatchObject([
      {
        type: "settings",
        settings: { model: "m", sandbox: "read-only", approvalPolicy: "granular(rules)", cwd: "/w" },
      },
      { type: "notice", text: "The model is now b, instead of a." },
      { type: "notice", text: "careful" },
    ]);
  });

  test("never throws on any shape of a known notification", () => {
    const odd = [null, 1, "x", [], {}, { type: "reasoning", summary: 1 }, { type: "fileChange", changes: [1, {}] }];
    const methods = ["item/started", "item/completed", "turn/completed", "error", "thread/tokenUsage/updated"];
    for (const method of methods)
      for (const value of odd)
        for (const name of ["item", "turn", "error", "tokenUsage"])
          expect(() => read(inTurn(method, { [name]: value, willRetry: true }))).not.toThrow();
  });
});
