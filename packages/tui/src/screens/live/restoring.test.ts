import type { Entry, RestoreEvent } from "@reprise/model";
import { expect, test } from "vitest";
import { DrivenLive, restoreBeginning } from "../../../test/support/live.ts";
import { replayPlan, request } from "../../../test/support/plans.ts";

const plan = replayPlan({
  segments: [1, 2, 3, 4, 5].map((number) => ({ number, items: [`i${number}`], tokens: 1900 })),
});
const entries = plan.segments.map(({ items }): Entry => {
  const key = items[0] ?? "";
  return { kind: "item", key, item: { kind: "prompt", text: `said ${key}` } };
});
const segment = (doneCount: number): RestoreEvent => ({
  type: "restoring",
  doneCount,
  totalCount: 5,
  items: [`i${doneCount}`],
  tokens: 1900,
});
const restored: RestoreEvent = {
  type: "restored",
  session: "codex:t-2" as never,
  thread: "t-2" as never,
  from: plan.session,
  via: "segments",
  itemCount: 5,
  segmentCount: 5,
  sentTokens: 9500,
};

function replaying(isStepwise = false): DrivenLive {
  const live = new DrivenLive(restoreBeginning({ plan, answers: { steps: isStepwise } })).tell({
    type: "earlier",
    entries,
    prompts: [],
  });
  live.tell({ type: "hold", hold: { abort: () => void live.controls.done.push("abort") } });
  return live.resumed();
}

/** Asks to send the segment, as the runner does. */
function asks(live: DrivenLive, segment: number): DrivenLive {
  const question = { id: `q${segment}`, kind: "segment", segment, segmentCount: 5 } as const;
  return live.happens({ type: "question", question });
}

test("it goes on by itself, and what is restored appears as it is", async () => {
  const live = replaying();
  expect(live.text).toContain("] 0%");
  expect(live.text).not.toContain("said i1");
  await live.happens(segment(1)).performs();
  await live.happens(segment(2)).performs();
  expect(live.controls.done).toEqual([]);
  expect(live.text).toMatch(/Restoring: \[#{16}—{24}\] 40%/);
  expect(live.text).toContain("said i2");
  expect(live.text).not.toContain("said i3");
});

test("what is not told to a model keeps its place among what is", () => {
  const live = new DrivenLive(restoreBeginning({ plan }));
  const between: Entry = { kind: "item", key: "n", item: { kind: "notice", text: "cut off" } };
  live.tell({ type: "earlier", entries: entries.toSpliced(1, 0, between), prompts: [] }).resumed();
  live.happens(segment(1), segment(2));
  expect(live.text).toMatch(/said i1\s+· cut off\s+› said i2/);
});

test("in the end everything is there, with one line about it, and the new session is the one spoken in", () => {
  const live = replaying().happens(segment(1), restored);
  expect(live.text).toContain("said i5");
  expect(live.text.replaceAll("\n", " ")).toContain(
    "Replayed as codex:t-2: 5 items in 5 segments, 9,500 tokens sent to a model.",
  );
  expect(live.text).not.toContain("Restoring:");
  expect(live.state).toMatchObject({
    phase: "idle",
    view: { session: "codex:t-2" },
    draft: { place: "codex:t-2" },
  });
});

test("Esc cancels once, before the next segment, with one line", async () => {
  const live = replaying().happens(segment(1)).press("escape");
  expect(live.text).toContain("Cancelling… Esc again ends it at once.");
  await live.happens(segment(2)).performs();
  expect(live.controls.done).toEqual(["interrupt"]);
  live.happens({ type: "restore-cancelled", doneCount: 2, totalCount: 5 }).tell({ type: "run-over", failure: null });
  expect(live.text.match(/Replay cancelled/g)).toHaveLength(1);
  expect(live.text).toContain("Replay cancelled after 2 of 5 segments.");
  expect(live.controls.done).toEqual(["interrupt"]);
  expect(live.press("enter").went).toMatchObject([
    { instead: { screen: "restore", session: { id: "codex:t-1" }, modes: ["replay"] } },
  ]);
});

test("a second Esc ends it at once; cancelled during the last segment, nothing more is sent", async () => {
  const live = replaying().press("escape", "escape");
  expect((await live.performs()).controls.done).toEqual(["interrupt", "abort"]);
  const late = replaying().happens(segment(4)).press("escape").happens(segment(5), restored);
  expect((await late.performs()).controls.done).toEqual(["interrupt", "abort"]);
  expect(late.text).toContain("Replay cancelled after 5 of 5 segments.");
});

test("step by step each segment waits for Enter, and nothing else goes on", async () => {
  const live = asks(replaying(true), 1);
  await live.waits().press("x", "down").performs();
  expect(live.controls.done).toEqual([]);
  expect(live.text).toContain("Segment 1 of 5 (about 1,900 tokens, a paid call): Enter continues, Esc cancels.");
  await live.press("enter", "enter").performs();
  expect(live.controls.done).toEqual(["decide q1 yes"]);
  live.happens({ type: "question-resolved", id: "q1", isYes: true });
  await asks(live.happens(segment(1)), 2)
    .press("escape")
    .performs();
  expect(live.controls.done).toEqual(["decide q1 yes", "interrupt"]);
});

test("an Enter held down for one segment does not pay for the next", async () => {
  const live = asks(replaying(true), 1).waits();
  await live.press("enter").performs();
  live.happens({ type: "question-resolved", id: "q1", isYes: true });
  await asks(live.happens(segment(1)), 2)
    .press("enter", "enter")
    .performs();
  expect(live.controls.done).toEqual(["decide q1 yes"]);
  expect(live.text).toContain("Press Enter again to send");
  expect(live.text).toContain("Segment 2 of 5 (about 1,900 tokens, a paid call): Enter continues, Esc cancels.");
  expect(live.bright).not.toContain("Enter continues");
  expect(live.waits().bright).toContain("Enter continues");
  await live.press("enter").performs();
  expect(live.controls.done).toEqual(["decide q1 yes", "decide q2 yes"]);
});

test("a modal stands over the progress, which returns after it", async () => {
  const live = replaying().happens(segment(2), { type: "request", request: request() }).waits();
  expect(live.text).toContain("asks to run a command");
  expect(live.text).not.toContain("Restoring:");
  await live.press("n").performs();
  expect(live.controls.done).toEqual(["answer r1 decline"]);
  expect(live.text).toContain("Restoring:");
});

test("a session written into the agent's own store is opened after it, with a second handshake", () => {
  const live = new DrivenLive(restoreBeginning({ plan })).tell({ type: "earlier", entries, prompts: [] });
  live.happens({ type: "checking" }, segment(5), { ...restored, via: "native" });
  expect(live.text).toContain("Checking server connection…");
  live.resumed();
  expect(live.state.phase).toBe("idle");
});

test("the prompt of the plan is sent by the restore itself and shown as said", () => {
  const prompted = replayPlan({ prompt: "go on" });
  const live = new DrivenLive(restoreBeginning({ plan: prompted })).resumed().happens(restored);
  expect(live.text).toContain("› go on");
  expect(live.state.phase).toBe("working");
  expect(live.tasks.some(({ type }) => type === "send")).toBe(false);
});

test("who leaves a cancelled restore waits for the end of its process; a second time does not", () => {
  const cancelled = () => replaying().happens({ type: "restore-cancelled", doneCount: 2, totalCount: 5 });
  const live = cancelled().press("escape", "escape");
  expect(live.went).toEqual([]);
  expect(live.tell({ type: "run-over", failure: null }).went).toEqual([{ back: true, left: "codex:t-1" }]);
  expect(cancelled().press("escape", "escape", "escape", "escape").went).toEqual([{ back: true, left: "codex:t-1" }]);
});

test("what was told by segments is gone on with by segments", () => {
  const live = replaying().happens({ type: "restore-cancelled", doneCount: 2, totalCount: 5 });
  live.tell({ type: "run-over", failure: null });
  expect(live.press("enter").went).toMatchObject([{ instead: { modes: ["replay"], via: "segments" } }]);
});

test("who goes on before the process has ended gets the plan when it has: only then is it known what was told", () => {
  const cancelled = () => replaying().happens({ type: "restore-cancelled", doneCount: 2, totalCount: 5 });
  const live = cancelled().press("enter", "enter");
  expect(live.went).toEqual([]);
  live.tell({ type: "run-over", failure: null });
  expect(live.went).toMatchObject([{ instead: { modes: ["replay"], via: "segments" } }]);
  const other = cancelled().press("enter", "escape", "escape");
  expect(other.went).toEqual([]);
  expect(other.tell({ type: "run-over", failure: null }).went).toEqual([{ back: true, left: "codex:t-1" }]);
});

test("a replay that is named by the new session shows the history of the old one", () => {
  const other = { ...plan, session: "codex:old" as never };
  const { tasks } = new DrivenLive(restoreBeginning({ plan: other }));
  expect(tasks[0]).toMatchObject({ type: "read-untold", session: "codex:old" });
});

test.each([
  [1, 7, "#####———————————————————————————————————", 14],
  [3, 4, "##############################——————————", 75],
  [99, 100, "#######################################—", 99],
])("%i of %i told is a bar that is filled as far", (doneCount, totalCount, bar, percent) => {
  const live = replaying().happens({ type: "restoring", doneCount, totalCount, items: [], tokens: 1 });
  expect(live.state.view.restore).toMatchObject({ doneCount, totalCount });
  expect(live.text).toContain(`Restoring: [${bar}] ${percent}%`);
});

test("the bar in its place, half full, at 80 and at 40 columns", () => {
  const live = replaying().happens(segment(1), segment(2), segment(3));
  const foot = () => live.text.split("\n").slice(-6).join("\n");
  expect(foot()).toMatchInlineSnapshot(`
    "
    Restoring: [########################————————————————] 60%
    ────────────────────────────────────────────────────────────────────────────────
    › What next?
    restoring · gpt-5.2-codex · workspace-write · on-request · ~/shop
     Alt-Enter  new line   Esc  cancel   Ctrl-T  unfold   F1  more"
  `);
  live.resize(40, 15).press("escape");
  expect(foot()).toMatchInlineSnapshot(`
    "Restoring: [#############—————————] 60%
    Cancelling… Esc again ends it at once.
    ────────────────────────────────────────
    › What next?
    restoring · gpt-5.2-codex · workspace-w…
     Esc  cancel   F1  more"
  `);
});
