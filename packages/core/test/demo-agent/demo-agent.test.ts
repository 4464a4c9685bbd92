import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ThreadId } from "@reprise/model";
import { codex, disposeAll, locateBinary, modelInputs, startModel, until } from "@reprise/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codexDriver } from "../../src/agents/codex/driver/driver.ts";
import { answering, ask, endOf, follow, itemsIn, only, promptOf, requestsIn } from "../codex-driver/follow.ts";
import { everyKind } from "../codex-driver/history.ts";
import { problemsIn } from "../codex-driver/schema.ts";
import { refusal } from "../codex-driver/stage.ts";
import { DemoStage } from "./stage.ts";

let stage: DemoStage;
beforeAll(async () => {
  stage = await DemoStage.open();
});
beforeEach(() => stage.reset());
afterEach(() => stage.closeThreads());
afterAll(() => stage.end());

const kindsOf = (events: Parameters<typeof itemsIn>[0]) => itemsIn(events).map(({ kind }) => kind);

/** The agent that the demo plays is driven by the driver of the real one, unchanged. */
describe("the scripted agent of the demo", () => {
  test("streams, runs, edits, asks, and leaves a rollout that says the same", async () => {
    const thread = await stage.start();
    const events = await ask(thread, "make the checks pass", answering(thread, "once"));
    expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
    expect(kindsOf(events)).toEqual("reply command reply edit command reply command reply".split(" "));
    const replies = itemsIn(events).flatMap((item) => (item.kind === "reply" ? [item.text] : []));
    const streamed = only(events, "delta").filter(({ kind }) => kind === "reply");
    expect(streamed.map(({ text }) => text).join("")).toBe(replies.join(""));
    expect(streamed.length).toBeGreaterThan(20);
    expect(requestsIn(events)).toMatchObject([{ kind: "command", subject: 'node note.mjs "all checks pass"' }]);
    expect(stage.file("cart.mjs")).toContain("Math.round(lines.reduce(");
    expect(stage.file("CHECKED.md")).toBe("all checks pass");
    const { session, turns } = await stage.read(thread);
    expect(session).toMatchObject({ state: "open", damageCount: 0 });
    const told = turns.flatMap(({ items }) => items.map(({ id: _, at: __, origin: ___, ...item }) => item));
    expect(told.slice(1)).toEqual(itemsIn(events));
  });

  test.each([
    ["decline", "declined", null],
    ["session", "done", "all checks pass"],
  ] as const)("takes the answer %s", async (decision, status, noted) => {
    const thread = await stage.start();
    const events = await ask(thread, "make the checks pass", answering(thread, decision));
    const commands = itemsIn(events).filter(({ kind }) => kind === "command");
    expect(commands.at(-1)).toMatchObject({ status });
    expect(stage.file("CHECKED.md")).toBe(noted);
    expect(endOf(events)?.state).toBe("completed");
    const again = await ask(thread, "make the checks pass", answering(thread, "decline"));
    expect(requestsIn(again)).toHaveLength(decision === "decline" ? 1 : 0);
  });

  test("a cancel stops the turn", async () => {
    const thread = await stage.start();
    const stopped = await ask(thread, "make the checks pass", answering(thread, "cancel"));
    expect(endOf(stopped)).toMatchObject({ state: "interrupted", failure: null });
  });

  test("stops in the middle of a command, and notes it", async () => {
    const thread = await stage.start({}, { CHECK_MS: "60000" });
    const turn = follow(thread, "make the checks pass");
    await turn.seen("delta", ({ kind }) => kind === "output");
    await thread.interrupt();
    expect(endOf(await turn.over)).toMatchObject({ state: "interrupted", failure: null });
    const { session, turns } = await stage.read(thread);
    expect(session.state).toBe("open");
    expect(turns[0]?.items.at(-1)).toMatchObject({ kind: "command", status: "open" });
  });

  test("notes a turn as aborted when nobody speaks to it any more", async () => {
    const thread = await stage.start({}, { CHECK_MS: "60000" });
    const turn = follow(thread, "make the checks pass");
    await turn.seen("delta", ({ kind }) => kind === "output");
    await thread.close();
    await turn.over;
    expect(readFileSync(stage.rolloutOf(thread), "utf8")).toContain('"turn_aborted"');
  });

  test("takes more while it works", async () => {
    const thread = await stage.start({ approvalPolicy: "never" });
    const turn = follow(thread, "make the checks pass");
    await turn.seen("turn-started");
    await thread.steer(promptOf("and be brief"));
    expect(itemsIn(await turn.over).at(-1)).toMatchObject({ text: expect.stringContaining("and be brief") });
  });

  test("refuses a thread that is not there", async () => {
    for (const id of ["--help", "../up", "", "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b"]) {
      const failure = await refusal(codexDriver.resume(id as ThreadId, stage.launch()));
      expect(failure.kind, id).toBe("thread-missing");
    }
  });

  test("holds the lock of Codex while it has a thread: it is live, and nobody else gets it", async () => {
    const thread = await stage.start({}, { CHECK_MS: "60000" });
    const turn = follow(thread, "make the checks pass");
    await turn.seen("delta", ({ kind }) => kind === "output");
    expect((await stage.read(thread)).session).toMatchObject({
      state: "working",
      owner: { pid: thread.pid },
    });
    const second = await refusal(codexDriver.resume(thread.thread as ThreadId, stage.launch()));
    expect(second).toMatchObject({
      kind: "busy",
      message: expect.stringContaining("already has an active writer"),
    });
    process.kill(thread.pid ?? Number.NaN, "SIGKILL");
    await turn.over;
    // The file stays, as Codex's does; the lock does not.
    expect(stage.lockFiles()).toEqual([`${thread.thread}.lock`]);
    expect((await stage.read(thread)).session).toMatchObject({ state: "interrupted", owner: null });
    const resumed = await stage.resume(thread.thread as ThreadId);
    await resumed.close();
    expect(stage.lockFiles()).toEqual([]);
  });

  test("dies by SIGKILL in the middle of a command, and goes on in the same thread", async () => {
    const thread = await stage.start({ sandbox: "read-only", approvalPolicy: "never" }, { CHECK_MS: "1500" });
    const end = endOf(await ask(thread, "crash, please"));
    expect(end).toMatchObject({ state: "interrupted", failure: { kind: "transport" } });
    const before = readFileSync(stage.rolloutOf(thread));
    const cut = await stage.read(thread);
    expect(cut.session.state).toBe("interrupted");
    expect(cut.turns[0]?.items.at(-1)).toMatchObject({ kind: "command", status: "open" });
    const resumed = await stage.resume(thread.thread as ThreadId);
    expect(resumed.settings).toMatchObject({ sandbox: "read-only", approvalPolicy: "never" });
    expect(endOf(await ask(resumed, "It was interrupted. Go on."))?.state).toBe("completed");
    expect(readFileSync(stage.rolloutOf(thread)).subarray(0, before.length).equals(before)).toBe(true);
    const { session, turns } = await stage.read(thread);
    expect([session.state, turns.length, session.damageCount]).toEqual(["open", 2, 0]);
  });

  test("forks after a turn, and takes history", async () => {
    const thread = await stage.start();
    const first = await ask(thread, "write the changelog");
    await ask(thread, "make the checks pass", answering(thread, "decline"));
    const fork = await stage.fork({
      thread: thread.thread as ThreadId,
      afterTurn: only(first, "turn-started")[0]?.turn ?? null,
    });
    expect(fork.thread).not.toBe(thread.thread);
    await ask(fork, "write the changelog again");
    const prompts = async (of: typeof thread) =>
      (await stage.read(of)).turns.flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])),
      );
    expect(await prompts(fork)).toEqual(["write the changelog", "write the changelog again"]);
    const told = await stage.start();
    await told.inform?.(everyKind);
    const users = everyKind.flatMap((item) => (item.kind === "user" ? [item.text] : []));
    expect(await prompts(told)).toEqual(users);
  });

  test("every message is one that the real Codex could have sent", async () => {
    const folder = join(stage.scratch.root, "schema");
    const args = ["app-server", "generate-json-schema", "--out", folder];
    await promisify(execFile)(locateBinary("codex").command, args, { env: stage.env });
    const schemaOf = async (name: string) => JSON.parse(await readFile(join(folder, `${name}.json`), "utf8"));
    const [notification, request] = [await schemaOf("ServerNotification"), await schemaOf("ServerRequest")];
    const sent = stage.lines.filter(({ direction }) => direction === "in");
    const messages = sent.map(({ line }) => JSON.parse(line) as { id?: number; method?: string });
    const methods = new Set(messages.flatMap(({ method }) => (method === undefined ? [] : [method])));
    expect(methods.size).toBe(8);
    for (const message of messages.filter(({ method }) => method !== undefined))
      expect(problemsIn(message, message.id === undefined ? notification : request), message.method).toEqual([]);
    expect(problemsIn({ method: "turn/started", params: { threadId: 1 } }, notification)).not.toEqual([]);
    const [opened] = messages.filter((message) => "thread" in ((message as { result?: object }).result ?? {}));
    const answer = await schemaOf("v2/ThreadStartResponse");
    expect(problemsIn((opened as { result?: unknown }).result, answer)).toEqual([]);
  });

  test("the real Codex goes on with what it wrote", async () => {
    const thread = await stage.start({ approvalPolicy: "never", provider: "scripted" });
    await ask(thread, "make the checks pass");
    await thread.close();
    const model = await startModel("responses", [[{ text: "I see what was done." }]]);
    try {
      const { home } = stage.scratch;
      const { env } = await codex.prepareHome({ home, model });
      const launch = { ...stage.launch({ provider: "scripted", model: "gpt-5.5" }), env };
      const real = await codexDriver.resume(thread.thread as ThreadId, {
        ...launch,
        program: locateBinary("codex").command,
      });
      const events = await ask(real, "what was done?");
      await real.close();
      expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
      const told = JSON.stringify(modelInputs(await model.arrived(1)));
      for (const text of ["make the checks pass", "node test.mjs", "The cart is right.", "what was done?"])
        expect(told).toContain(text);
      await until(async () => (await stage.read(thread)).session.state === "completed");
    } finally {
      await disposeAll();
      await model.close();
    }
  });
});
