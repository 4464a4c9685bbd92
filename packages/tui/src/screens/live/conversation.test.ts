import type { Entry } from "@reprise/model";
import { memoryLibrary, promptTurn } from "@reprise/testkit";
import { expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted, threadTold } from "../../../test/support/live.ts";
import { refusedPlan, replayPlan, request, resumePlan, summary } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { liveScreen } from "./index.ts";

const resumed = () => new DrivenLive(restoreBeginning()).resumed();
const working = () => resumed().press('"fix it"', "enter");
const limit = {
  kind: "limit",
  message: "You have hit your usage limit.",
  resetsAt: "2026-11-15T14:30:00.000Z",
} as never;

test("a resume: the handshake, what was said before, a rule, and a composer", () => {
  const live = new DrivenLive(restoreBeginning());
  expect(live.text).toContain("Checking server connection…");
  expect(live.tasks.map(({ type }) => type)).toEqual(["read", "restore", "wait"]);
  const entries: Entry[] = [{ kind: "item", key: "1", item: { kind: "reply", text: "The test is **flaky**." } }];
  live.tell({ type: "earlier", entries, prompts: ["mend the test"] }).resumed();
  expect(live.text).toMatch(/The test is flaky\.\n\n─+ session resumed ─+/);
  expect(live.text).toContain("ready · gpt-5.2-codex · workspace-write · on-request · ~/shop");
  expect(live.text).toContain("Checking server connection… Done");
  expect(live.press("up").state.composer.buffer.text).toBe("mend the test");
});

test("Enter says it, what streams in appears, and the reply becomes Markdown when it is whole", async () => {
  const live = working();
  expect((await live.performs()).controls.done).toEqual(["send fix it"]);
  live.happens({ type: "turn-started", turn: "1" }).streams("a", "I **look** at ").streams("a", "it");
  expect(live.text).toContain("I **look** at it");
  live.item("a", { kind: "reply", text: "I **look** at it." });
  expect(live.text).toContain("I look at it.");
  expect(live.turnEnds().state.phase).toBe("idle");
});

test("a running command shows its last lines; without an end its outcome is unknown", () => {
  const command = {
    kind: "command",
    command: "npm test",
    output: null,
    exitCode: null,
    status: "open",
  } as const;
  const live = working().item("c", command, false);
  for (let line = 1; line <= 40; line += 1) live.streams("c", `ok ${line}\n`, "output");
  expect(live.text).toContain("$ npm test  running");
  expect(live.text).toContain("  ok 40");
  expect(live.text).not.toContain("ok 30\n");
  live.turnEnds({ state: "interrupted" });
  expect(live.text).toContain("outcome unknown");
  expect(live.text).toContain("Turn interrupted.");
});

test("what the agent takes back is gone, and the same key in the next turn is another item", () => {
  const live = working().streams("a", "half a rep").happens({ type: "item-dropped", key: "a" });
  expect(live.text).not.toContain("half a rep");
  live.item("a", { kind: "reply", text: "first" }).turnEnds().press('"more"', "enter");
  live.item("a", { kind: "reply", text: "second" });
  expect(live.text).toContain("first");
  expect(live.text).toContain("second");
});

test("Enter during a turn steers; for an agent that hears nothing then, it waits for the end of the turn", async () => {
  const live = working();
  await live.performs();
  live.press('"faster"');
  expect(live.text).toContain("Enter  steer codex");
  await live.press("enter").performs();
  expect(live.controls.done).toEqual(["send fix it", "steer faster"]);
  live.tell({ type: "steer-refused", text: "faster", reason: "accepts no input during a turn" });
  expect(live.text).toContain("queued 1: faster  ↑ edits it");
  await live.turnEnds().performs();
  expect(live.controls.done.at(-1)).toBe("send faster");
});

test("what waited is the person's again when the turn was stopped or failed", () => {
  for (const end of [{ state: "interrupted" }, { state: "failed", failure: limit }] as const) {
    const live = working().tell({ type: "steer-refused", text: "faster", reason: "" });
    live.turnEnds(end);
    expect(live.state.composer.buffer.text).toBe("faster");
    expect(live.tasks.filter(({ type }) => type === "send")).toHaveLength(1);
  }
});

test("Esc stops the turn once; when idle twice within two seconds goes back, after the connection is closed", async () => {
  const live = working();
  await live.press("escape", "escape").performs();
  expect(live.controls.done).toEqual(["send fix it", "interrupt"]);
  expect(live.text).toContain("stopping the turn");
  live.turnEnds({ state: "interrupted" }).press("escape");
  expect(live.text).toContain("Esc again goes back.");
  live.waits().press("escape");
  expect(live.went).toEqual([]);
  await live.press("escape").performs();
  expect(live.controls.done.at(-1)).toBe("close");
  live.happens({ type: "run-ended", status: "completed", failure: null });
  expect(live.went).toEqual([]);
  expect(live.tell({ type: "run-over", failure: null }).went).toEqual([{ back: true, left: "codex:t-1" }]);
});

test("a new session is headed by its first prompt, and one that a brief began by the session that the brief is of", () => {
  const live = new DrivenLive(newBeginning).waits();
  expect(live.text.split("\n")[0]).toBe("codex · new session");
  expect(live.press('"fix"', "alt+enter", '"it"', "enter").text.split("\n")[0]).toBe("codex · fix it");
  const draft = { text: "Restore this session: x", cursor: 0, savedAt: "2026-11-15T12:00:00.000Z" as never };
  const from = summary("t-9", { title: "fix the cart" });
  expect(new DrivenLive({ kind: "new", draft, from }).text.split("\n")[0]).toBe("codex · fix the cart");
});

test("Ctrl-C twice quits; a turn under way is stopped first, and a third time is not waited for", async () => {
  const live = working().press("ctrl+c");
  expect(live.text).toContain("Ctrl-C again quits.");
  await live.press("ctrl+c").performs();
  expect(live.controls.done.slice(1)).toEqual(["interrupt", "close"]);
  expect(live.went).toEqual([]);
  expect(live.press("ctrl+c").went).toEqual([{ quit: 0 }]);
});

test("a failed turn: the reason, until when it is parked, and a retry only of what the session does not hold", async () => {
  const live = working().turnEnds({ state: "failed", failure: limit });
  expect(live.text).toContain("! Usage limit until 2026-11-15 14:30 UTC.");
  expect(live.text).toContain("parked until 2026-11-15 14:30 UTC");
  live.press("R");
  expect(live.text).toContain("Enter tries again");
  await live.press("enter").performs();
  expect(live.controls.done).toEqual(["send fix it", "send fix it"]);
  live.happens({ type: "prompt-persisted", promptId: "p" }).turnEnds({ state: "failed", failure: limit });
  await live.press("ctrl+r").performs();
  expect(live.controls.done).toHaveLength(2);
  expect(live.text).toContain("would be sent twice");
});

test("a letter that begins a sentence is a letter", async () => {
  const live = resumed();
  await live.press('"only the tests"', "enter").performs();
  expect(live.controls.done).toEqual(["send only the tests"]);
});

test("o closes our connection, waits for its end, opens the agent's interface and reads again after it", async () => {
  const opened: string[] = [];
  const world = testWorld({ openAgent: async (session) => void opened.push(session) });
  const live = new DrivenLive(restoreBeginning(), undefined, world).resumed();
  await live.press("o", "enter").performs();
  expect(live.controls.done).toEqual(["close"]);
  expect(live.went).toEqual([]);
  live.tell({ type: "run-over", failure: null });
  const [go] = live.went;
  if (!go || !("outside" in go)) throw new Error("did not go outside");
  await go.outside(world);
  expect(opened).toEqual(["codex:t-1"]);
  live.tasks.length = 0;
  live.tell({ type: "returned" });
  expect(live.tasks).toEqual([{ type: "read", session: "codex:t-1", to: null }]);
  live.tell({
    type: "earlier",
    entries: [{ kind: "item", key: "9", item: { kind: "reply", text: "Done there." } }],
    prompts: [],
  });
  expect(live.text).toContain("Done there.");
  expect(live.press("enter").tasks.at(-1)).toEqual({ type: "find", session: "codex:t-1", forks: false });
  expect(live.tell({ type: "found", summary: summary("t-1"), at: null }).went.at(-1)).toMatchObject({
    instead: { screen: "restore", session: { id: "codex:t-1" } },
  });
});

test("a new session begins with the first Enter; a brief is sent by nobody but the person", async () => {
  const draft = { text: "Restore this session: x", cursor: 0, savedAt: "2026-11-15T12:00:00.000Z" as never };
  const from = summary("t-old");
  const live = new DrivenLive({ kind: "new", draft, from });
  expect(live.tasks.map(({ type }) => type)).toEqual(["wait"]);
  expect(live.text).toContain("› Restore this session: x");
  live.waits().press("enter");
  expect(live.tasks.find(({ type }) => type === "run")).toEqual({
    type: "run",
    prompt: "Restore this session: x",
    from,
  });
  live.tell({ type: "controls", controls: live.controls }).happens(runStarted, threadTold);
  expect(live.state).toMatchObject({ phase: "working", view: { session: "codex:t-new" } });
});

test("an agent that cannot be started gives the words back, and Enter tries again", () => {
  const failure = { kind: "agent-missing", message: "codex is not installed.", resetsAt: null } as const;
  const live = new DrivenLive(newBeginning)
    .press('"hello"', "enter")
    .happens({ type: "run-ended", status: "failed", failure });
  expect(live.state).toMatchObject({ phase: "unstarted", composer: { buffer: { text: "hello" } } });
  expect(live.text).toContain("! codex is not installed.");
  live.tell({ type: "run-over", failure: null });
  live.tasks.splice(0);
  live.press("enter");
  expect(live.tasks).toContainEqual(expect.objectContaining({ type: "run", prompt: "hello" }));
});

test("an agent that died says so, and Enter plans anew", () => {
  const failure = { kind: "transport", message: "The agent has gone.", resetsAt: null } as const;
  const live = working().tell({ type: "run-over", failure });
  expect(live.text).toContain("! The agent has gone.");
  expect(live.press("enter").went).toMatchObject([{ instead: { screen: "restore" } }]);
});

test("requests of a process that died are shown as unresolved", () => {
  const plan = resumePlan({ pending: [request({ subject: "rm -rf build" })] });
  const live = new DrivenLive(restoreBeginning({ plan })).resumed();
  expect(live.text.replaceAll(/\s+/g, " ")).toContain("unresolved: rm -rf build — asked by a process that died");
});

test("a refusal shows its reason, then the plan of the next mode; who has it is named", () => {
  const plan = replayPlan({
    refusals: [{ mode: "resume", reason: "thread-missing", detail: "The thread is gone." }],
  });
  const live = new DrivenLive(restoreBeginning()).happens({ type: "checking" }, { type: "refused", plan });
  expect(live.text).toContain("Checking server connection… Fail");
  expect(live.text).toContain("! The thread is gone.");
  expect(live.waits().went).toMatchObject([{ instead: { screen: "restore", plan: { mode: "replay" } } }]);
  const busy = new DrivenLive(restoreBeginning()).happens({
    type: "busy",
    owner: { pid: 7, program: "codex", terminal: null },
  });
  expect(busy.text).toContain("The session is open in codex (process 7).");
});

test("the next plan does not come in the way of whoever leaves, and waits for the end of the process", () => {
  const plan = replayPlan({ refusals: [{ mode: "resume", reason: "other", detail: "No." }] });
  const refused = () =>
    new DrivenLive(restoreBeginning())
      .tell({ type: "hold", hold: { abort: () => {} } })
      .happens({ type: "refused", plan });
  const leaving = refused().press("escape", "escape");
  leaving.tell({ type: "go-on" });
  expect(leaving.went).toEqual([]);
  expect(leaving.tell({ type: "run-over", failure: null }).went).toEqual([{ back: true, left: "codex:t-1" }]);
  const staying = refused().tell({ type: "go-on" });
  expect(staying.went).toEqual([]);
  expect(staying.tell({ type: "run-over", failure: null }).went).toMatchObject([{ instead: { plan } }]);
});

test("while a turn runs, a line says what it does and for how long", () => {
  const live = new DrivenLive(restoreBeginning()).resumed();
  const clocks = () => live.tasks.filter(({ type }) => type === "clock");
  expect(clocks()).toEqual([]);
  live.happens({ type: "turn-started", turn: null });
  expect(clocks()).toEqual([{ type: "clock", ms: 0 }]);
  live.tell({ type: "clock", now: 5_000 });
  expect(live.text).toContain("Working 0 s · thinking");
  expect(clocks().at(-1)).toEqual({ type: "clock", ms: 1000 });
  const item = {
    kind: "command",
    command: "npm test",
    output: null,
    exitCode: null,
    status: "open",
  } as const;
  live.item("c", item, false).tell({ type: "clock", now: 17_400 });
  expect(live.text).toContain("Working 12 s · running npm test");
  const count = clocks().length;
  live.turnEnds().tell({ type: "clock", now: 18_400 });
  expect(live.text).not.toContain("Working ");
  expect(clocks()).toHaveLength(count);
});

test("a fork shows the turns it has, and not what came after them", async () => {
  const seed = {
    thread: "a",
    updatedAt: "2026-11-15T09:00:00.000Z",
    turns: ["one", "two", "three"].map((text) => promptTurn(text)),
  };
  const library = memoryLibrary([seed]);
  const plan = { ...resumePlan(), mode: "fork", via: "fork", turns: { from: 1, to: 2 } } as const;
  const beginning = restoreBeginning({ plan });
  const live = new DrivenLive(beginning, undefined, testWorld({ library }));
  const read = live.tasks.find(({ type }) => type === "read");
  expect(read).toMatchObject({ to: 2 });
  const { signal } = new AbortController();
  if (read) await liveScreen.perform(read, live.world, (message) => live.tell(message), signal);
  expect(live.text).toContain("› one");
  expect(live.text).toContain("› two");
  expect(live.text).not.toContain("three");
});

test("a session that changed since its plan is planned anew, and not shown as it was", () => {
  const live = new DrivenLive(restoreBeginning()).happens({ type: "checking" });
  const refusals = [{ mode: "resume", reason: "changed", detail: "a.jsonl has changed." }] as const;
  live.happens({ type: "refused", plan: refusedPlan({ refusals }) });
  expect(live.text).toContain("a.jsonl has changed.");
  live.tell({ type: "run-over", failure: null }).tell({ type: "go-on" });
  expect(live.went).toMatchObject([{ instead: { screen: "restore", plan: null } }]);
});

test("back from the agent's own interface, what was planned and known before is not used", () => {
  const live = new DrivenLive(restoreBeginning()).resumed().press("o", "enter");
  live.tell({ type: "run-over", failure: null }).tell({ type: "returned" });
  expect(live.state).toMatchObject({ next: null, isUnsure: true });
  live.press("enter");
  expect(live.tasks.at(-1)).toEqual({ type: "find", session: "codex:t-1", forks: false });
  live.tell({ type: "found", summary: { ...summary("t-1"), turnCount: 9 }, at: null });
  expect(live.went.at(-1)).toMatchObject({
    instead: { screen: "restore", plan: null, session: { turnCount: 9 } },
  });
});
