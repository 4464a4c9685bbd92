import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionId, ThreadId, Timestamp } from "../ids.ts";
import type { RestoreEvent, RestorePlan } from "../restore.ts";
import { noSettings, plainRequest, type Request, type RunId } from "../run.ts";
import type { ItemBody } from "../transcript.ts";
import { entriesChanged, entriesOf } from "./entries.ts";
import type { Entry } from "./entry.ts";
import { flowText } from "./flow.ts";
import { newRunView, planView, type RunView, viewAfter, withPrompt, withPromptTakenBack } from "./view.ts";

const request = (id: string, given: Partial<Request> = {}): Request => ({
  id,
  kind: "command",
  subject: "make",
  reason: null,
  cwd: null,
  item: null,
  hash: null,
  choices: ["once", "decline"],
  ...plainRequest,
  ...given,
});

const plan = (given: Partial<RestorePlan> = {}) =>
  ({
    mode: "resume",
    session: "codex:t-1",
    target: "codex",
    settings: noSettings,
    segments: [],
    pending: [],
    refusals: [],
    ...given,
  }) as RestorePlan;

const turnStarted: RestoreEvent = { type: "turn-started", turn: null };
const turnEnded: RestoreEvent = { type: "turn-ended", turn: null, state: "completed", failure: null };
const interrupted: RestoreEvent = { ...turnEnded, state: "interrupted" };
const checked: RestoreEvent = { type: "checked", settings: noSettings };
const delta = (key: string, text: string, kind: "reply" | "output" = "reply"): RestoreEvent => ({
  type: "delta",
  key,
  kind,
  text,
});
const item = (key: string, body: ItemBody, isComplete = true): RestoreEvent => ({
  type: "item",
  key,
  isComplete,
  item: body,
});
const command = (given: Partial<ItemBody & { kind: "command" }> = {}): ItemBody => ({
  kind: "command",
  command: "make",
  output: null,
  exitCode: null,
  status: "open",
  ...given,
});
const sent = (text: string, isSteering = false): RestoreEvent => ({
  type: "prompt-sent",
  promptId: text,
  text,
  isSteering,
  inputs: [],
});

const fold = (events: readonly RestoreEvent[], from = newRunView("codex")) => events.reduce(viewAfter, from);
/** One line per entry. */
const said = (view: RunView) =>
  entriesOf(view.entries).map((entry) => {
    if (entry.kind === "line") return entry.text;
    if (entry.kind !== "item") return `${entry.kind}: ${flowText(entry.flow)}`;
    const { item } = entry;
    if (item.kind === "approval") return `${item.subject} → ${item.decision}`;
    if (item.kind === "command") return `$ ${item.command} ${item.status} ${item.output}`;
    return "text" in item ? `${item.kind}: ${item.text}` : item.kind;
  });

describe("the phase of a run", () => {
  const phases = (events: readonly RestoreEvent[], from?: RunView) =>
    events.map((_, index) => fold(events.slice(0, index + 1), from).phase);

  test("of a new session: a run that has started works only once a prompt is sent or a turn has started", () => {
    const started = { type: "run-started", run: "r" as RunId, agent: "codex", settings: noSettings } as const;
    const ended = { type: "run-ended", status: "completed", failure: null } as const;
    expect(phases([started, sent("go"), turnStarted, turnEnded, ended])).toEqual([
      "starting",
      "working",
      "working",
      "idle",
      "ended",
    ]);
    expect(fold([started, ended])).toMatchObject({ run: "r", status: "completed" });
  });

  test("of a resume and of a replay in segments, whose turns are part of restoring", () => {
    expect(phases([{ type: "checking" }, checked, turnStarted, turnEnded], planView(plan()))).toEqual([
      "checking",
      "idle",
      "working",
      "idle",
    ]);
    const replay = planView(plan({ mode: "replay", segments: [{}, {}] as never }));
    const segment = {
      type: "question",
      question: { id: "q", kind: "segment", segment: 1, segmentCount: 2 },
    } as const;
    const on = { type: "restoring", doneCount: 1, totalCount: 2, items: [], tokens: 1 } as const;
    const done: RestoreEvent = {
      type: "restored",
      session: "codex:t-2" as SessionId,
      thread: "t-2" as ThreadId,
      from: "codex:t-1" as SessionId,
      via: "segments",
      itemCount: 4,
      segmentCount: 2,
      sentTokens: 0,
    };
    const events = [checked, segment, turnStarted, turnEnded, on, done, sent("more")];
    expect(phases(events, replay)).toEqual([
      "restoring",
      "restoring",
      "restoring",
      "restoring",
      "restoring",
      "idle",
      "working",
    ]);
    expect(fold(events.slice(0, 2), replay)).toMatchObject({
      questions: [{ id: "q" }],
      restore: { doneCount: 0, totalCount: 2, isDone: false },
    });
    const after = fold([...events, { type: "question-resolved", id: "q", isYes: true }], replay);
    expect(after).toMatchObject({ session: "codex:t-2", questions: [], restore: { isDone: true } });
    expect(said(after)).toEqual([
      "Replayed as codex:t-2: 4 items in 2 segments, nothing sent to a model.",
      "prompt: more",
    ]);
  });
});

describe("the conversation", () => {
  test("has text as it streams, then the whole item in its place; a dropped one is gone", () => {
    const streaming = fold([turnStarted, delta("a", "I lo"), delta("a", "ok"), delta("b", "void")]);
    expect(said(streaming)).toEqual(["flow: I look", "flow: void"]);
    const events = [item("a", { kind: "reply", text: "I look." }), { type: "item-dropped", key: "b" }] as const;
    expect(said(fold([...events, delta("a", "late")], streaming))).toEqual(["reply: I look."]);
    expect(said(streaming)).toEqual(["flow: I look", "flow: void"]);
  });

  test("has a command without an end as far as it came, and says that it may still be running", () => {
    const events = [turnStarted, item("c", command(), false), delta("c", "ok 1\n", "output"), interrupted];
    expect(said(fold(events))).toEqual([
      "$ make open ok 1\n",
      "Turn interrupted. Work it had started may still be running.",
    ]);
  });

  test("shows what was only asked for as not run, and how each request was resolved", () => {
    const events: RestoreEvent[] = [
      ...[turnStarted, item("c", command(), false), { type: "request", request: request("1", { item: "c" }) }],
      interrupted,
    ] as RestoreEvent[];
    expect(said(fold(events))).toEqual(["$ make waiting null", "Turn interrupted."]);
    const resolve = (id: string, decision: "once" | null, by: "person" | "kept" | "agent"): RestoreEvent => ({
      type: "request-resolved",
      id,
      decision,
      by,
    });
    const withAnswer = (answer: RestoreEvent) => said(fold([...events.slice(0, -1), answer, interrupted])).at(0);
    expect(withAnswer({ ...resolve("1", null, "agent"), decision: "decline" } as RestoreEvent)).toContain("declined");
    expect(withAnswer(resolve("1", null, "agent"))).toContain("waiting");
    expect(withAnswer(resolve("1", "once", "person"))).toContain("open");
    const asked = ["1", "2", "3"].map((id): RestoreEvent => ({ type: "request", request: request(id) }));
    const open = fold([turnStarted, ...asked]);
    expect(open.requests.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    const after = fold(
      [resolve("1", "once", "person"), resolve("2", "once", "kept"), resolve("3", null, "agent")],
      open,
    );
    expect(after.requests).toEqual([]);
    expect(said(after)).toEqual([
      "make → you allowed it once",
      "make → allowed once (saved approval)",
      "make → withdrawn (by the agent)",
    ]);
  });

  test("has a prompt once, whether a face or the runner shows it first", () => {
    const shown = withPrompt(newRunView("codex"), "fix it");
    const reported = fold([sent("fix it"), sent("and this", true)], shown);
    expect(said(reported)).toEqual(["prompt: fix it", "prompt: and this"]);
    expect(reported.lastPrompt).toEqual({ text: "fix it", inputs: [], isPersisted: false });
    expect(fold([{ type: "prompt-persisted", promptId: "fix it" }], reported).lastPrompt?.isPersisted).toBe(true);
    expect(said(withPromptTakenBack(shown, "fix it"))).toEqual([]);
    const halved = fold([sent("half \ufffd")], withPrompt(newRunView("codex"), "half \ud83d"));
    expect(said(halved)).toHaveLength(1); // agents get well-formed text
    const queued = fold([{ type: "prompt-queued", promptId: "later", text: "later" }], reported);
    expect(queued.queued).toEqual([{ id: "later", text: "later" }]);
    expect(fold([sent("later")], queued).queued).toEqual([]);
  });

  test("of a resume starts with a rule and what the process that died had asked", () => {
    const view = fold([checked], planView(plan({ pending: [request("1")] })));
    expect(said(view)).toEqual([
      "session resumed",
      "unresolved: make — asked by a process that died; the agent asks again if it still needs to",
    ]);
  });

  test("says a failure once, and until when a limit lasts", () => {
    const failure = {
      kind: "limit",
      message: "Limit.",
      resetsAt: "2026-11-15T14:30:00.000Z" as Timestamp,
    } as const;
    const failed: RestoreEvent = { type: "turn-ended", turn: null, state: "failed", failure };
    const view = fold([turnStarted, failed, { type: "run-ended", status: "failed", failure }]);
    expect(said(view)).toEqual(["Turn failed: Limit. Parked until 2026-11-15 14:30 UTC."]);
    expect(view).toMatchObject({ failure, parkedUntil: failure.resetsAt, status: "failed" });
  });
});

test("a delta touches neither the list nor anything else, however long the conversation is", () => {
  const items = Array.from({ length: 2_900 }, (_, index) => item(`n${index}`, { kind: "reply", text: "ok" }));
  const view = fold([turnStarted, ...items, delta("a", "x")]);
  const after = fold(
    Array.from({ length: 50_000 }, () => delta("a", "word ")),
    view,
  );
  expect(after.entries.list).toBe(view.entries.list);
  expect({ ...after, entries: null }).toEqual({ ...view, entries: null });
});

test("work in progress stays in memory, however much follows it, and what is left out of memory is not gone", () => {
  const notes = Array.from({ length: 3_500 }, (_, index): RestoreEvent => ({ type: "notice", text: `${index}` }));
  let view = fold([turnStarted, item("c", command(), false)]);
  for (const note of notes) {
    const after = viewAfter(view, note);
    expect(entriesChanged(view.entries, after.entries).removed).toEqual([]);
    view = after;
  }
  expect(view.entries.list.length).toBeLessThanOrEqual(3_000);
  expect(said(fold([interrupted], view))).toContain("$ make open null");
});

describe("however the events are delivered", () => {
  const key = fc.constantFrom("a", "b", "c");
  const id = fc.constantFrom("1", "2");
  const text = fc.string({ maxLength: 8 });
  const failure = fc.constantFrom(null, { kind: "limit", message: "Limit.", resetsAt: null } as const);
  const tokens = fc.constantFrom(null, 0, 7);
  const body: fc.Arbitrary<ItemBody> = fc.oneof(
    fc.record({ kind: fc.constantFrom("reply", "reasoning", "prompt", "notice"), text }),
    text.map((output) => command({ output })),
  );
  const of = <Type extends RestoreEvent["type"]>(
    type: Type,
    shape: { [Name in Exclude<keyof (RestoreEvent & { type: Type }), "type">]: fc.Arbitrary<unknown> },
  ) => fc.record({ type: fc.constant(type), ...shape }) as unknown as fc.Arbitrary<RestoreEvent>;
  const settings = text.map((model) => ({ ...noSettings, model }));
  const deltas = of("delta", { key, kind: fc.constantFrom("reply", "reasoning", "output"), text });
  const event = fc.oneof(
    { weight: 6, arbitrary: deltas },
    { weight: 6, arbitrary: of("item", { key, isComplete: fc.boolean(), item: body }) },
    of("item-dropped", { key }),
    of("run-started", { run: id, agent: fc.constant("codex"), settings }),
    of("thread", { thread: id, isPersisted: fc.boolean() }),
    of("settings", { settings }),
    of("prompt-queued", { promptId: id, text }),
    // A prompt that is sent twice is the same prompt.
    fc.tuple(id, fc.boolean()).map(([one, isSteering]) => ({ ...sent(`said ${one}`, isSteering), promptId: one })),
    of("turn-started", { turn: fc.constant(null) }),
    of("prompt-persisted", { promptId: id }),
    of("request", { request: fc.tuple(id, key).map(([one, about]) => request(one, { item: about })) }),
    of("request-resolved", {
      id,
      decision: fc.constantFrom("once", null),
      by: fc.constantFrom("person", "agent"),
    }),
    of("usage", { tokens, isOfThread: fc.boolean() }),
    of("notice", { text }),
    of("journal-health", { problem: fc.constantFrom(null, "ENOSPC: full") }),
    of("turn-ended", {
      turn: fc.constant(null),
      state: fc.constantFrom("completed", "failed", "interrupted"),
      failure,
    }),
    of("run-ended", { status: fc.constantFrom("completed", "cancelled"), failure }),
    of("checking", {}),
    of("checked", { settings }),
    of("drift-found", { drift: fc.constant([]) }),
    of("question", {
      question: id.map((one) => ({ id: one, kind: "segment", segment: 1, segmentCount: 2 })),
    }),
    of("question-resolved", { id, isYes: fc.boolean() }),
    of("restoring", {
      doneCount: fc.nat(2),
      totalCount: fc.nat(2),
      items: fc.constant([]),
      tokens: fc.nat(2),
    }),
    of("restore-cancelled", { doneCount: fc.nat(2), totalCount: fc.nat(2) }),
    of("restored", {
      session: id.map((one) => `codex:${one}`),
      thread: id,
      from: fc.constant("codex:0"),
      via: fc.constantFrom("fork", "native", "inject"),
      itemCount: fc.nat(2),
      segmentCount: fc.nat(2),
      sentTokens: fc.nat(2),
    }),
    of("brief", { text, tokens: fc.nat(2) }),
    of("refused", { plan: fc.constant(plan()) }),
    of("busy", { owner: fc.constant(null) }),
  );
  const start = fc.constantFrom(newRunView("codex"), planView(plan()), planView(plan({ mode: "replay" })));
  const whole = (view: RunView) => structuredClone({ ...view, shown: entriesOf(view.entries) });

  test("a view that is kept and continued is the view of all events, and is not changed by continuing it", () => {
    fc.assert(
      fc.property(start, fc.array(event, { maxLength: 60 }), fc.nat(60), (from, events, cut) => {
        const kept = fold(events.slice(0, cut), from);
        const before = whole(kept);
        const continued = whole(fold(events.slice(cut), kept));
        expect(whole(kept)).toEqual(before);
        expect(whole(fold(events.slice(cut), kept))).toEqual(continued);
        expect(whole(fold(events, from))).toEqual(continued);
      }),
    );
  });

  test("a listener that missed deltas has the same complete items and the same state", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.boolean()), { maxLength: 60 }), (script) => {
        const events = script.map(([one]) => one);
        const thinned = script.filter(([one, isMissed]) => one.type !== "delta" || !isMissed).map(([one]) => one);
        const complete = completeKeys(events);
        const [all, some] = [fold(events), fold(thinned)];
        expect(itemsOf(some, complete)).toEqual(itemsOf(all, complete));
        const state = (view: RunView) => ({
          ...view,
          entries: view.entries.turn,
          working: view.working?.asked,
        });
        expect(state(some)).toEqual(state(all));
      }),
    );
  });

  test("what changed from one view to the next leads from one conversation to the other", () => {
    fc.assert(
      fc.property(start, fc.array(event, { maxLength: 60 }), (from, events) => {
        let view = from;
        const known = new Map<string, Entry>(entriesOf(view.entries).map((entry) => [entry.key, entry]));
        for (const one of events) {
          const next = viewAfter(view, one);
          const { put, removed } = entriesChanged(view.entries, next.entries);
          for (const key of removed) known.delete(key);
          for (const entry of put) known.set(entry.key, entry);
          view = next;
          const shown = new Map(entriesOf(view.entries).map((entry) => [entry.key, entry]));
          expect(new Set(known.values())).toEqual(new Set(shown.values()));
        }
      }),
    );
  });

  /** Items whose last event is complete, with their turn. */
  function completeKeys(events: readonly RestoreEvent[]): ReadonlySet<string> {
    const complete = new Set<string>();
    events.forEach((one, index) => {
      if (one.type !== "item" && one.type !== "item-dropped") return;
      const own = `${fold(events.slice(0, index)).entries.turn}/${one.key}`;
      if (one.type === "item" && one.isComplete) complete.add(own);
      else complete.delete(own);
    });
    return complete;
  }

  function itemsOf(view: RunView, keys: ReadonlySet<string>) {
    const shown = entriesOf(view.entries).filter((entry) => keys.has(entry.key));
    return new Map(shown.map((entry) => [entry.key, entry]));
  }
});
