import type {
  Consent,
  Controls,
  RestoreEvent,
  RestorePlan,
  RunEvent,
  RunId,
  Runner,
  RunWish,
  Wish,
} from "@reprise/model";
import { memoryLibrary, promptTurn } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { type ScriptedLine, ScriptedLines } from "../testing/lines.ts";
import { PlayedControls } from "../testing/live.ts";
import {
  bomb,
  busyPlan,
  dangerous,
  drift,
  handoffPlan,
  replayPlan,
  request,
  resumePlan,
  statusRow,
  widerPlan,
} from "../testing/plans.ts";
import { testWorld } from "../testing/world.ts";
import { runPlain } from "./run-plain.ts";

type Play = (controls: Acting, consent: Consent | null) => AsyncIterable<RestoreEvent>;

/** What was asked of the agent, and a way to wait for it. */
class Acting extends PlayedControls {
  async until(done: string): Promise<void> {
    while (!this.done.includes(done)) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

interface Played {
  readonly plans?: readonly RestorePlan[];
  readonly play?: Play;
}

async function walk({ plans = [], play = quiet }: Played, ...said: readonly ScriptedLine[]) {
  const left = [...plans];
  const wishes: Wish[] = [];
  const runs: RunWish[] = [];
  const consents: Consent[] = [];
  const controls = new Acting();
  const act = (consent: Consent | null, onControls: (controls: Controls) => void) => {
    onControls(controls);
    return play(controls, consent);
  };
  const played = {
    plan: async (_session: string, wish: Wish) => {
      wishes.push(wish);
      return left.shift() ?? resumePlan();
    },
    restore: (_plan: RestorePlan, consent: Consent, onControls: (controls: Controls) => void) => {
      consents.push(consent);
      return act(consent, onControls);
    },
    run: (wish: RunWish, onControls: (controls: Controls) => void) => {
      runs.push(wish);
      return act(null, onControls) as AsyncIterable<RunEvent>;
    },
    status: async () => [statusRow("a", { doing: "npm test" })],
  } as unknown as Runner;
  const library = memoryLibrary([
    {
      thread: "a",
      workspace: "/home/me/shop",
      updatedAt: "2026-11-15T09:00:00.000Z",
      turns: [promptTurn("Fix a")],
    },
  ]);
  const world = testWorld({ library, runs: played });
  const lines = new ScriptedLines(...said);
  await runPlain({ world, lines, isAll: false });
  return { text: lines.text, wishes, runs, consents, done: controls.done, world };
}

const ended: RestoreEvent = { type: "run-ended", status: "completed", failure: null };
const turnStarted: RestoreEvent = { type: "turn-started", turn: null };
const turnEnded: RestoreEvent = { type: "turn-ended", turn: null, state: "completed", failure: null };

async function* quiet(controls: Acting): AsyncIterable<RestoreEvent> {
  yield { type: "checking" };
  yield { type: "checked", settings: resumePlan().settings };
  yield { type: "run-started", run: "r" as RunId, agent: "codex", settings: resumePlan().settings };
  await controls.until("close");
  yield ended;
}

describe("a restore by lines", () => {
  test("shows the plan, asks, starts on yes, and ends with /quit", async () => {
    const plan = resumePlan({
      drift: [drift()],
      approvals: [{ hash: "h", subject: "npm test" }],
      account: "was testing",
    });
    const { text, consents, wishes } = await walk(
      { plans: [plan] },
      "1",
      "2",
      "y",
      "n",
      "y",
      "/quit",
      "quit",
    );
    expect(wishes[0]).toMatchObject({ modes: ["resume"], isSilent: true, allowsWider: false });
    expect(consents[0]).toMatchObject({
      reappliesApprovals: true,
      tellsAccount: false,
      allowsWider: false,
      stays: true,
    });
    for (const words of [
      "Plan: Restore",
      "git head: abc1234 → def5678",
      "Sent: nothing until",
      "Checking server connection…",
      "Done.",
    ])
      expect(text).toContain(words);
  });

  test("no to the last question starts nothing", async () => {
    const { consents } = await walk({}, "1", "2", "n", "quit");
    expect(consents).toEqual([]);
  });

  test("more permissions need a yes to just that", async () => {
    const refused = await walk({ plans: [widerPlan()] }, "1", "2", "n", "quit");
    expect([refused.wishes.length, refused.consents.length]).toEqual([1, 0]);
    const wider = resumePlan({ drift: widerPlan().drift });
    const allowed = await walk({ plans: [widerPlan(), wider] }, "1", "2", "y", "y", "/quit", "quit");
    expect(allowed.wishes[1]).toMatchObject({ allowsWider: true });
    expect(allowed.consents[0]).toMatchObject({ allowsWider: true });
    expect(allowed.text).toContain("WIDER");
  });

  test("a refused mode offers the next, also when the agent itself refuses", async () => {
    const planned = await walk({ plans: [busyPlan(), replayPlan()] }, "1", "2", "y", "n", "n", "quit");
    expect(planned.wishes[1]).toMatchObject({ modes: ["replay"] });
    expect(planned.text).toContain("It is open in codex (process 7)");
    async function* refuses(): AsyncIterable<RestoreEvent> {
      yield { type: "checking" };
      yield { type: "refused", plan: replayPlan() };
    }
    const told = await walk(
      { play: refuses },
      "1",
      "2",
      "y",
      { after: "Way: segments", line: "n" },
      "n",
      "quit",
    );
    expect(told.text).toContain("Fail: the agent refused.");
    expect(told.consents).toHaveLength(1);
  });

  test("step by step asks before each segment, and shows how far it is", async () => {
    async function* steps(controls: Acting, consent: Consent | null): AsyncIterable<RestoreEvent> {
      for (const segment of [1, 2]) {
        if (!(await consent?.mayGoOn?.(segment))) {
          yield { type: "restore-cancelled", doneCount: segment - 1, totalCount: 2 };
          return;
        }
        yield { type: "restoring", doneCount: segment, totalCount: 2, items: [], tokens: 1 };
      }
      await controls.until("close");
    }
    const { text } = await walk(
      { plans: [replayPlan()], play: steps },
      ...["1", "3", "y", "y"],
      { after: "Tell segment 1?", line: "y" },
      { after: "Tell segment 2?", line: "n" },
      "quit",
    );
    expect(text).toContain("Restoring: 50%");
    expect(text).toContain("Restore cancelled after 1 of 2 segments.");
  });

  test("a brief becomes the unsent message of a new session, or is copied", async () => {
    const begun = await walk({ plans: [handoffPlan()] }, "1", "4", "1", "1", "/quit", "quit");
    expect(begun.runs[0]).toMatchObject({
      prompt: handoffPlan().brief,
      lineage: { kind: "handoff", session: "codex:a" },
      canAnswer: true,
    });
    const copied = await walk({ plans: [handoffPlan()] }, "1", "4", "2", "quit");
    expect([copied.runs, copied.world.copied]).toEqual([[], [handoffPlan().brief]]);
  });

  test("drift that only the agent can tell is asked", async () => {
    const answers: (boolean | undefined)[] = [];
    async function* drifts(_: Acting, consent: Consent | null): AsyncIterable<RestoreEvent> {
      answers.push(
        await consent?.acceptsDrift([drift({ kind: "setting", subject: "model", recorded: "a", now: "b" })]),
      );
      yield ended;
    }
    const { text } = await walk(
      { play: drifts },
      "1",
      "2",
      "y",
      { after: "Go on?", line: "what" },
      "y",
      "quit",
    );
    expect(answers).toEqual([true]);
    expect(text).toContain("model: a → b");
  });

  test("from the status after a crash", async () => {
    const { text, wishes } = await walk({}, "status", "1", "n", "quit");
    expect(text).toContain("was doing: npm test");
    expect(wishes).toHaveLength(1);
  });
});

describe("a conversation by lines", () => {
  async function* talks(controls: Acting): AsyncIterable<RestoreEvent> {
    yield turnStarted;
    yield { type: "delta", key: "k", kind: "reply", text: "Hello " };
    yield { type: "delta", key: "k", kind: "reply", text: `world ${bomb}` };
    yield { type: "item", key: "k", isComplete: true, item: { kind: "reply", text: "Hello world" } };
    yield { type: "request", request: request() };
    await controls.until("answer r1 session");
    yield { type: "request-resolved", id: "r1", decision: "session", by: "person" };
    yield turnEnded;
    await controls.until("send and now the docs");
    yield turnStarted;
    await controls.until("interrupt");
    yield { ...turnEnded, state: "interrupted" } as RestoreEvent;
    await controls.until("close");
    yield ended;
  }

  test("streams once, asks by number, sends, stops, quits; nothing acts on the terminal", async () => {
    const { text, runs, done } = await walk(
      { play: talks },
      ...["new", "begin"],
      { after: "Type a number from 1 to 4.", line: "9" },
      "2",
      { after: "Your turn.", line: "and now the docs" },
      "/frob",
      "/stop",
      { after: "The turn is interrupted.", line: "/quit" },
      { after: "The run is completed.", line: "quit" },
    );
    expect(runs[0]).toMatchObject({ prompt: "begin", cwd: "/home/me/shop", stays: true });
    expect(done).toEqual(["answer r1 session", "send and now the docs", "interrupt", "close"]);
    expect(text.split("Hello ")).toHaveLength(2);
    expect(text.match(/Type a number from 1 to 4\./g)).toHaveLength(2); // asked again after 9
    expect(text).toContain("2. yes, for this session");
    expect(text).toContain("/frob means nothing here.");
    expect(text.replaceAll("\n", "")).not.toMatch(dangerous);
  });

  test("an input that ends declines what is asked and ends the run", async () => {
    async function* asks(controls: Acting): AsyncIterable<RestoreEvent> {
      yield turnStarted;
      yield { type: "request", request: request() };
      await controls.until("answer r1 decline");
      await controls.until("close");
      yield ended;
    }
    const { done } = await walk({ play: asks }, "new", "begin");
    expect(done).toEqual(["answer r1 decline", "interrupt", "close"]);
  });

  test("questions take a number or words; one that somebody else answered is not asked any more", async () => {
    async function* asks(controls: Acting): AsyncIterable<RestoreEvent> {
      yield turnStarted;
      yield { type: "request", request: request({ id: "gone" }) };
      yield { type: "request-resolved", id: "gone", decision: "once", by: "kept" };
      const questions = [
        { id: "a", text: "Which?", options: ["red", "blue"] },
        { id: "b", text: "Why?", options: [] },
      ];
      yield { type: "request", request: request({ id: "q", kind: "question", questions }) };
      await controls.until('answer q once {"a":["blue"],"b":["because"]}');
      yield turnEnded;
      await controls.until("close");
      yield ended;
    }
    const { text, done } = await walk(
      { play: asks },
      ...["new", "begin"],
      { after: "Which?", line: "2" },
      { after: "Why?", line: "because" },
      { after: "Your turn.", line: "/quit" },
      { after: "The run is", line: "quit" },
    );
    expect(done[0]).toBe('answer q once {"a":["blue"],"b":["because"]}');
    expect(text).toContain("Answered without you, by an approval you gave before: once.");
  });

  test("an unsent message of before is offered", async () => {
    const lines = new ScriptedLines("new", "2", "", "quit");
    const world = testWorld({ library: memoryLibrary([]) });
    world.saved.set("/home/me/shop", { text: "half a thought", cursor: 4, savedAt: world.now() });
    await runPlain({ world, lines, isAll: false });
    expect(lines.text).toContain("An unsent message:\nhalf a thought");
    expect(world.saved.get("/home/me/shop")?.text).toBe("half a thought"); // it stays
  });
});
