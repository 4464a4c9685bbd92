import { describe, expect, it } from "vitest";
import { assistant, completed, countFrom, event, line, meta, numbered, read, response, user } from "./rollout.ts";

describe("turns", () => {
  const turn = (id: string, ...lines: string[]) => [
    event("task_started", { turn_id: id }),
    ...lines,
    event("task_complete", { turn_id: id }),
  ];

  it("ends by what was recorded: completed, failed by its error, interrupted", async () => {
    const { turns } = await read([
      line("session_meta", meta()),
      ...turn("t1", user("one"), assistant("1")),
      event("task_started", { turn_id: "t2" }),
      user("two"),
      event("task_complete", { turn_id: "t2", error: { message: "high demand" } }),
      event("task_started", { turn_id: "t3" }),
      user("three"),
      event("turn_aborted", { turn_id: "t3", reason: "interrupted" }),
      event("task_started", { turn_id: "t4" }),
      user("four"),
    ]);
    expect(turns.map(({ state }) => state)).toEqual(["completed", "failed", "interrupted", "interrupted"]);
    expect(turns[1]?.items.at(-1)).toMatchObject({ kind: "notice", text: "The turn failed: high demand" });
  });

  it("a command that finishes after its turn belongs to that turn", async () => {
    const call = response("function_call", {
      name: "exec_command",
      arguments: '{"cmd":"sleep 9"}',
      call_id: "c1",
    });
    const late = completed(
      {
        type: "CommandExecution",
        id: "c1",
        command: ["sleep", "9"],
        status: "completed",
        aggregated_output: "slept",
        exit_code: 0,
      },
      "t1",
    );
    const { turns } = await read([
      line("session_meta", meta()),
      ...turn("t1", user("go"), call, assistant("running")),
      ...turn("t2", user("next"), late, assistant("ok")),
    ]);
    expect(turns.map(({ items }) => items.length)).toEqual([3, 2]);
    expect(turns[0]?.items[1]).toMatchObject({ command: "sleep 9", output: "slept", status: "done" });
  });

  it("a second prompt in a running turn stays in it", async () => {
    expect(
      (await read([line("session_meta", meta()), ...turn("t1", user("one"), user("and this"))])).turns,
    ).toHaveLength(1);
  });

  it("without recorded starts a turn is complete when every call was answered and a reply follows", async () => {
    const call = response("function_call", { name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" });
    const answer = response("function_call_output", { call_id: "c1", output: "x" });
    const state = async (...lines: string[]) =>
      (await read([line("session_meta", meta()), user("go"), ...lines])).turns.at(-1)?.state;
    expect(await state(call, answer, assistant("done"))).toBe("completed");
    expect(await state(assistant("done"))).toBe("completed");
    expect(await state(call, answer)).toBe("interrupted");
    expect(await state(call, assistant("meanwhile"))).toBe("interrupted");
    expect(await state()).toBe("interrupted");
  });

  it("history that was put in before the first turn is turn 0; later it is a notice", async () => {
    countFrom(0);
    const said = (role: string, text: string) =>
      numbered("response_item", { type: "message", role, content: [{ type: "text", text }] });
    const { turns, outline } = await read([
      numbered("session_meta", meta()),
      said("user", "old question"),
      said("assistant", "old answer"),
      numbered("event_msg", { type: "task_started", turn_id: "t1" }),
      said("user", "new"),
      numbered("event_msg", { type: "task_complete", turn_id: "t1" }),
      said("user", "slipped in"),
    ]);
    expect(turns.map(({ number, items }) => [number, items.map(({ kind }) => kind)])).toEqual([
      [0, ["prompt", "reply"]],
      [1, ["prompt", "notice"]],
    ]);
    expect(outline).toMatchObject({ turnCount: 1, title: "old question" });
  });
});
