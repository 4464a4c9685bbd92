import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunEvent, ThreadId } from "@reprise/model";
import { compareTrees, hashTree, startAppServer, until } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { asking } from "../../../../test/codex-driver/actions.ts";
import { ask, endOf, follow, only } from "../../../../test/codex-driver/follow.ts";
import { sentHistory } from "../../../../test/codex-driver/history.ts";
import { refusal, useStage } from "../../../../test/codex-driver/stage.ts";

describe("a fork by the real codex", () => {
  const used = useStage({ pairedCalls: true });
  const sessions = () => join(used.stage.home.env.CODEX_HOME ?? "", "sessions");
  const turnOf = (events: readonly RunEvent[]) => only(events, "turn-started")[0]?.turn ?? "";
  const textsSent = () =>
    sentHistory(used.stage.model.requests.at(-1)).map((item) => {
      return "content" in item ? (item.content as { text: string }[])[0]?.text : null;
    });

  test("goes on after a turn, while the source is open elsewhere and stays as it is", async () => {
    const { stage } = used;
    const source = await stage.start(asking);
    stage.model.push([{ text: "answer one" }], [{ text: "answer two" }]);
    const first = turnOf(await ask(source, "one"));
    await ask(source, "two");
    const before = await hashTree(sessions());
    const config = await readFile(join(stage.home.env.CODEX_HOME ?? "", "config.toml"), "utf8");
    const sent = stage.model.requests.length;
    const wanted = { ...asking, effort: "low", model: "gpt-5.5" };
    const forked = await stage.fork({ thread: source.thread, afterTurn: first }, wanted);
    expect(forked.thread).not.toBe(source.thread);
    expect(forked.settings).toMatchObject({ ...wanted, cwd: stage.scratch.workspace });
    expect(stage.model.requests).toHaveLength(sent);
    const totals = only(await ask(forked, "otherwise"), "usage").map(({ tokens }) => tokens ?? 0);
    expect(totals).toEqual([totals[0], 2 * (totals[0] ?? 0)]);
    expect(textsSent()).toEqual(["one", "answer one", "otherwise"]);
    const whole = await stage.fork({ thread: source.thread, afterTurn: null });
    await ask(whole, "all of it");
    expect(textsSent()).toEqual(["one", "answer one", "two", "answer two", "all of it"]);
    expect(compareTrees(before, await hashTree(sessions()))).toEqual([
      { path: expect.stringContaining(forked.thread), change: "added" },
      { path: expect.stringContaining(whole.thread), change: "added" },
    ]);
    expect(await readFile(join(stage.home.env.CODEX_HOME ?? "", "config.toml"), "utf8")).toBe(config);
  });

  test("is on disk at once: it outlives a kill before its first turn", async () => {
    const { stage } = used;
    const source = await stage.start();
    const turn = turnOf(await ask(source, "kept"));
    const forked = await stage.fork({ thread: source.thread, afterTurn: turn });
    process.kill(forked.pid ?? 0, "SIGKILL");
    await until(() => forked.pid === null, { what: "the end of the process" });
    await ask(await stage.resume(forked.thread), "after the kill");
    expect(textsSent()).toEqual(["kept", "ok", "after the kill"]);
  });

  test("is also made of a thread in the format before numbered lines", async () => {
    const { stage } = used;
    const server = await startAppServer({ home: stage.home, cwd: stage.scratch.workspace });
    const { thread } = await server.request("thread/start", { historyMode: "legacy" });
    const { id: threadId } = thread as { id: ThreadId };
    const turns: string[] = [];
    for (const text of ["old one", "old two"]) {
      const { turn } = await server.request("turn/start", { threadId, input: [{ type: "text", text }] });
      const { id } = turn as { id: string };
      turns.push(id);
      await server.waitFor("turn/completed", (params) => (params.turn as { id: string }).id === id);
    }
    const before = await hashTree(sessions());
    const forked = await stage.fork({ thread: threadId, afterTurn: turns[0] ?? "" });
    await ask(forked, "otherwise");
    expect(textsSent()).toEqual(["old one", "ok", "otherwise"]);
    const changes = compareTrees(before, await hashTree(sessions()));
    expect(changes).toEqual([{ path: expect.stringContaining(forked.thread), change: "added" }]);
    server.closeInput();
    await server.exited;
  });

  test("is refused at a turn that is not there or still runs, and of a thread that is not there", async () => {
    const { stage } = used;
    const source = await stage.start();
    await ask(source, "one");
    const unknown = "01a1e0b5-0000-7ab0-a082-5e0c3412cbb8";
    const from = (afterTurn: string | null, thread: ThreadId = source.thread) =>
      refusal(stage.fork({ thread, afterTurn }));
    expect(await from(unknown)).toMatchObject({
      kind: "thread-missing",
      message: expect.stringContaining("no such turn"),
    });
    expect(await from(null, unknown as ThreadId)).toMatchObject({ kind: "thread-missing" });
    stage.model.push([{ text: "begun" }, { hang: true }]);
    const running = follow(source, "two");
    const { turn } = await running.seen("turn-started");
    await running.seen("item", ({ item, isComplete }) => isComplete && item.kind === "reply");
    expect(await from(turn)).toMatchObject({ kind: "busy" });
    stage.model.release();
    expect(endOf(await running.over)?.state).toBe("completed");
    await source.close();
    const never = await stage.start();
    expect(await from(null, never.thread)).toMatchObject({ kind: "thread-missing" });
  });
});
