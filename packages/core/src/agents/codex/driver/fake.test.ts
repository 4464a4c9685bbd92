import type { ThreadId } from "@reprise/model";
import { until } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { answering, ask, endOf, follow, itemsIn, only, requestsIn } from "../../../../test/codex-driver/follow.ts";
import { refusal, useStage } from "../../../../test/codex-driver/stage.ts";

/** Cases that the real server cannot be made to produce. */
describe("a server that misbehaves", () => {
  const used = useStage();

  test("may write garbage and batches between its messages", async () => {
    const thread = await used.stage.fake({ raw: ["not json", '{"half":', "null"], batch: true });
    const events = await ask(thread, "go");
    const notices = only(events, "notice").map(({ text }) => text);
    expect(notices).toEqual([
      "Codex wrote a line that cannot be read: not json",
      'Codex wrote a line that cannot be read: {"half":',
      "Codex wrote a line that cannot be read: null",
      "one",
      "two",
    ]);
    expect(itemsIn(events)).toEqual([{ kind: "reply", text: "done" }]);
    expect(endOf(events)?.state).toBe("completed");
  });

  test("may repeat a warning about its configuration for the thread: it is shown once", async () => {
    const warning = (method: string, params: object) => JSON.stringify({ method, params });
    const deprecated = (of: object) => warning("warning", { threadId: "t", message: "old setting", ...of });
    const afterStart = [
      warning("configWarning", { summary: "old setting", details: null }),
      deprecated({}),
      deprecated({ message: "another" }),
    ];
    const thread = await used.stage.fake({ thread: "t", afterStart, raw: [deprecated({})] });
    const shown = async () => only(await ask(thread, "go"), "notice").map(({ text }) => text);
    expect(await shown()).toEqual(["old setting", "another"]);
    expect(await shown()).toEqual([]);
  });

  test("may change an edit after it has asked for it: then it is declined, since nobody has seen it", async () => {
    const told = { threadId: "t", turnId: "turn-1" };
    const changes = (diff: string) => [{ path: "/w/a", kind: { type: "add" }, diff }];
    const item = { type: "fileChange", id: "e", changes: changes("harmless"), status: "inProgress" };
    const update = "item/fileChange/patchUpdated";
    const lines = [
      { method: "item/started", params: { ...told, item } },
      { method: "item/fileChange/requestApproval", id: 7, params: { ...told, itemId: "e" } },
      { method: update, params: { ...told, itemId: "e", changes: changes("harmless") } },
      { method: update, params: { ...told, itemId: "e", changes: changes("evil") } },
    ];
    const raw = lines.map((line) => JSON.stringify(line));
    const thread = await used.stage.fake({ thread: "t", raw, waits: true });
    const turn = follow(thread, "go");
    expect((await turn.seen("request")).request.changes).toMatchObject([{ diff: "harmless" }]);
    const { id } = (await turn.seen("request")).request;
    expect(await turn.seen("request-resolved")).toMatchObject({ id, decision: null, by: "agent" });
    expect((await turn.seen("notice")).text).toContain("declined");
    thread.answer(id, { decision: "once" });
    await thread.close();
    const answers = used.stage.sent.filter((line) => line.includes('"decision"'));
    expect(answers.map((line) => JSON.parse(line))).toEqual([{ id: 7, result: { decision: "decline" } }]);
  });

  test("may be overloaded for a while", async () => {
    const overloads = { initialize: 1, "thread/start": 2, "turn/start": 3 };
    const thread = await used.stage.fake({ overloads }, { backOffMs: 5 });
    expect(endOf(await ask(thread, "go"))?.state).toBe("completed");
  });

  test("may be overloaded for good", async () => {
    const hopeless = used.stage.fake({ overloads: { "thread/start": 99 } }, { backOffMs: 1 });
    expect(await refusal(hopeless)).toMatchObject({
      kind: "other",
      message: expect.stringContaining("overloaded"),
    });
  });

  test("may never answer: nothing waits for ever, and it is ended", async () => {
    const mute = used.stage.fake({ mute: ["thread/start"] }, { threadMs: 100 });
    expect(await refusal(mute)).toMatchObject({
      kind: "transport",
      message: expect.stringContaining("thread/start"),
    });
    const thread = await used.stage.fake({ mute: ["turn/start"] }, { callMs: 100 });
    const { pid } = thread;
    const failure = { kind: "transport", message: expect.stringContaining("turn/start") };
    expect(endOf(await ask(thread, "go"))).toMatchObject({ state: "failed", failure });
    await until(() => !isAlive(pid), { what: "the end of the process" });
  });

  test("may work on a turn whose start it never confirmed", async () => {
    const thread = await used.stage.fake({ mute: ["turn/start"], startsAnyway: true }, { callMs: 100 });
    expect(await ask(thread, "go")).toMatchObject([
      { type: "turn-started", turn: "turn-1" },
      { type: "item" },
      { type: "turn-ended", state: "completed" },
    ]);
  });

  test("may ask what we do not know, under the number of our own call: it is told so", async () => {
    const requests = [{ method: "item/tool/call" }, { method: "attestation/generate" }];
    const thread = await used.stage.fake({ requests, firstId: 3 });
    const [reply] = itemsIn(await ask(thread, "go"));
    expect(JSON.parse(reply?.kind === "reply" ? reply.text : "")).toEqual([
      { id: 3, error: { code: -32601, message: "Reprise cannot answer item/tool/call." } },
      { id: 4, error: { code: -32601, message: "Reprise cannot answer attestation/generate." } },
    ]);
  });

  test("may ask in the words of 2025", async () => {
    const requests = [
      { method: "execCommandApproval", params: { callId: "c", command: ["ls"], cwd: "/w" } },
      {
        method: "applyPatchApproval",
        params: { callId: "d", fileChanges: { "/w/a": { delete: { content: "" } } } },
      },
    ];
    const thread = await used.stage.fake({ requests });
    const events = await ask(thread, "go", answering(thread, "session"));
    expect(requestsIn(events).map(({ kind, subject }) => [kind, subject])).toEqual([
      ["command", "ls"],
      ["edit", "/w/a"],
    ]);
    const decision = "approved_for_session";
    const text = JSON.stringify([
      { id: 0, result: { decision } },
      { id: 1, result: { decision } },
    ]);
    expect(itemsIn(events)).toEqual([{ kind: "reply", text }]);
  });

  test("may ask when no turn runs: it is declined, and said later", async () => {
    const late = { method: "item/fileChange/requestApproval", id: 9, params: { itemId: "x" } };
    const thread = await used.stage.fake({ afterStart: [JSON.stringify(late)] });
    await until(() => used.stage.sent.some((line) => line === '{"id":9,"result":{"decision":"decline"}}'), {
      what: "the answer",
    });
    expect(only(await ask(thread, "go"), "notice")).toEqual([
      { type: "notice", text: "Declined, since no turn was running: files that were not named" },
    ]);
  });

  test("may give another thread than the one asked for", async () => {
    const asked = "01a1e0b5-aaaa-7ab0-a082-5e0c3412cbb8" as ThreadId;
    const other = await refusal(used.stage.fake({ thread: "somebody-else" }, {}, asked));
    expect(other).toMatchObject({ kind: "other", message: expect.stringContaining("somebody-else") });
  });

  test.each([
    [{ approvalsReviewer: "auto_review" }, "auto_review answer requests in your place"],
    [{ serviceTier: "priority" }, "the service tier priority, which you did not configure"],
  ])("may not do as asked: with %j no turn starts", async (opened, says) => {
    const asked = "01a1e0b5-021f-7ab0-a082-5e0c3412cbb8" as ThreadId;
    const message = expect.stringContaining(says);
    expect(await refusal(used.stage.fake({ opened }, {}, asked))).toMatchObject({ kind: "other", message });
  });

  test("may give the source in place of a fork", async () => {
    const source = "01a1e0b5-aaaa-7ab0-a082-5e0c3412cbb8" as ThreadId;
    const same = used.stage.fake({ thread: source }, {}, { thread: source, afterTurn: null });
    expect(await refusal(same)).toMatchObject({ kind: "other", message: expect.stringContaining(source) });
  });

  test("may take no history: whoever tells it learns so", async () => {
    const thread = await used.stage.fake({ mute: ["thread/inject_items"] }, { callMs: 50 });
    await expect(thread.inform?.([{ kind: "user", at: null, text: "x" }])).rejects.toThrow("thread/inject_items");
  });

  test("takes no history while a turn runs", async () => {
    const thread = await used.stage.fake({ waits: true }, { closeMs: 200 });
    const turn = follow(thread, "go");
    await turn.seen("turn-started");
    await expect(thread.inform?.([])).rejects.toThrow("A turn is running");
    await thread.close();
    await turn.over;
  });

  test("may die in its turn: its last words are kept", async () => {
    const thread = await used.stage.fake({ dies: 3 });
    const failure = {
      kind: "transport",
      message: "Codex ended with exit code 3. It said: the fake was told to die",
    };
    expect(endOf(await ask(thread, "go"))).toMatchObject({ state: "interrupted", failure });
  });

  test("may close its output and stay: it is ended", async () => {
    const thread = await used.stage.fake({ closesOutput: true });
    const { pid } = thread;
    expect(endOf(await ask(thread, "go"))).toMatchObject({
      state: "interrupted",
      failure: { kind: "transport" },
    });
    await until(() => !isAlive(pid), { what: "the end of the process" });
  });

  test("may take no interrupt, no end of input and no SIGTERM: it is killed", async () => {
    const thread = await used.stage.fake({ stubborn: true }, { graceMs: 50, closeMs: 50 });
    const { pid } = thread;
    const turn = follow(thread, "go");
    await turn.seen("turn-started");
    await thread.interrupt();
    expect(endOf(await turn.over)).toMatchObject({ state: "interrupted", failure: null });
    expect(isAlive(pid)).toBe(false);
    expect(thread.pid).toBeNull();
  });

  test("may never work on a turn that is then interrupted", async () => {
    const thread = await used.stage.fake({ neverStarts: true }, { graceMs: 50 });
    const turn = follow(thread, "go");
    await thread.interrupt();
    expect(endOf(await turn.over)).toMatchObject({ state: "interrupted", failure: null });
  });

  test("may tell its MCP servers on several pages, and while they start", async () => {
    const server = (name: string, runtimeStatus: string | null) => ({
      name,
      runtimeStatus,
      tools: { b: {}, a: {} },
    });
    const page = (status: string | null, nextCursor: string | null) => ({
      data: [server("s", status)],
      nextCursor,
    });
    const servers = [page("starting", "c1"), page("connected", null), page("connected", "c2"), page(null, null)];
    const thread = await used.stage.fake({ servers });
    expect(await thread.toolServers()).toEqual([
      { name: "s", isReady: true, problem: null, tools: ["a", "b"] },
      { name: "s", isReady: false, problem: "its state is not known", tools: ["a", "b"] },
    ]);
  });

  test("has one turn at a time", async () => {
    const thread = await used.stage.fake({ waits: true }, { closeMs: 200 });
    const turn = follow(thread, "one");
    await turn.seen("turn-started");
    await expect(ask(thread, "two")).rejects.toThrow("A turn is running");
    await thread.close();
    expect(endOf(await turn.over)).toMatchObject({ state: "interrupted", failure: null });
  });
});

function isAlive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
}
