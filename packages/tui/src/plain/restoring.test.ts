import type { Consent, RestoreEvent } from "@reprise/model";
import type { PlayedStage } from "@reprise/testkit";
import { memoryLibrary, promptTurn } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { type Acting, ended, walkIn } from "../../test/support/plain-walk.ts";
import {
  busyPlan,
  drift,
  handoffPlan,
  refusedPlan,
  replayPlan,
  resumePlan,
  widerPlan,
} from "../../test/support/plans.ts";

const seed = { thread: "a", workspace: "/home/me/shop", updatedAt: "2026-11-15T09:00:00.000Z" };
const walk = walkIn(() => memoryLibrary([{ ...seed, turns: [promptTurn("Fix a")] }]));

describe("a restore by lines", () => {
  test("shows the plan, asks, starts on yes, and ends with /quit", async () => {
    const plan = resumePlan({
      drift: [drift()],
      approvals: [{ hash: "h", subject: "npm test", source: "saved" as const }],
      recap: "was testing",
    });
    const { text, consents, wishes } = await walk(
      { plans: [plan] },
      "1",
      "2",
      // What changed, approvals, the recap, the start.
      "y",
      "y",
      "n",
      "y",
      "/quit",
      "quit",
    );
    expect(wishes[0]).toMatchObject({ modes: ["resume"], isSilent: true, allowsWider: false });
    expect(consents[0]).toMatchObject({
      reappliesApprovals: true,
      sendsRecap: false,
      allowsWider: false,
      stays: true,
    });
    for (const words of [
      "Resume: continues in the same thread",
      "git head: abc1234 → def5678",
      "Sends: nothing until",
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
    expect(allowed.text).toContain("Wider permissions: sandbox from read-only to workspace-write. Allow exactly that?");
  });

  test("a resume that is known to fail offers a replay, and is begun on a no to that", async () => {
    const detail = "Here stands a text with a NUL character.";
    const ailment = { kind: "nul", onResume: "sent", file: "/f", line: 1, byteOffset: 0, detail } as const;
    const plans = [resumePlan({ ailments: [ailment] }), replayPlan()];
    const replayed = await walk({ plans }, "1", "2", "y", "", "n", "n", "quit");
    expect(replayed.text).toContain("Expected to fail");
    expect(replayed.text).toContain(detail);
    expect(replayed.wishes.map(({ modes }) => modes.at(-1))).toEqual([expect.any(String), "replay"]);
    const begun = await walk({ plans }, "1", "2", "n", "y", "/quit", "quit");
    expect([begun.wishes.length, begun.consents.length]).toEqual([1, 1]);
  });

  test("a refused mode offers the next, also when the agent itself refuses", async () => {
    const planned = await walk({ plans: [busyPlan(), replayPlan()] }, "1", "2", "1", "", "n", "n", "quit");
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
      { after: "History: segments", line: "" },
      "n",
      "n",
      "quit",
    );
    expect(told.text).toContain("Fail: The agent refused.");
    expect(told.consents).toHaveLength(1);
  });

  test("step by step asks before each segment, and shows how far it is", async () => {
    async function* steps(controls: Acting, consent: Consent | null, stage: PlayedStage): AsyncIterable<RestoreEvent> {
      expect(consent?.segments).toBe("ask");
      for (const segment of [1, 2]) {
        if (!(await stage.ask({ kind: "segment", segment, segmentCount: 2 }))) {
          yield { type: "restore-cancelled", doneCount: segment - 1, totalCount: 2 };
          return;
        }
        yield { type: "restoring", doneCount: segment, totalCount: 2, items: [], tokens: 1 };
      }
      await controls.until("close");
    }
    const { text } = await walk(
      { plans: [replayPlan()], play: steps },
      ...["1", "3", "", "y", "y"],
      { after: "Send segment 1?", line: "y" },
      { after: "Send segment 2?", line: "n" },
      "quit",
    );
    expect(text).toContain("Restoring: 50%");
    expect(text).toContain("Replay cancelled after 1 of 2 segments.");
  });

  test("the way is asked with what each costs; another one is planned before it is agreed to", async () => {
    const inject = replayPlan({ via: "inject", segments: [] });
    const { text, wishes, consents } = await walk(
      { plans: [inject, replayPlan()] },
      ...["1", "3", "9", "3", "n", "n", "quit"],
    );
    expect(text).toContain("1. inject: added directly, free");
    expect(text).toContain("3. segments: sent in pieces, one paid call each");
    expect(wishes.map(({ via }) => via)).toEqual([null, "segments"]);
    expect(text).toMatch(/It costs up to 4 paid model calls, about 17,100 tokens [^\n]*Replay now\? \[y\/n\] n/);
    expect(text).toContain("Sends: the history, in 3 segments; nothing until you write a message");
    expect(consents).toEqual([]);
  });

  test("who quits during a replay stops it before the next segment", async () => {
    async function* tells(controls: Acting, consent: Consent | null): AsyncIterable<RestoreEvent> {
      expect(consent?.segments).toBe("send");
      yield { type: "restoring", doneCount: 1, totalCount: 2, items: [], tokens: 1 };
      await controls.until("interrupt");
      yield { type: "restore-cancelled", doneCount: 1, totalCount: 2 };
    }
    await walk(
      { plans: [replayPlan()], play: tells },
      ...["1", "3", "", "n", "y"],
      { after: "Restoring: 50%", line: "/quit" },
      { after: "Replay cancelled", line: "quit" },
    );
  });

  test("where the folder is gone, this one can be taken", async () => {
    const detail = "/gone is not there any more.";
    const plan = refusedPlan({
      settings: { ...resumePlan().settings, cwd: "/gone" },
      refusals: [{ mode: "resume", reason: "folder-missing", detail }],
    });
    const { text, wishes } = await walk({ plans: [plan] }, "1", "2", "2", "n", "quit");
    expect(text).toContain("2. In this folder: /home/me/shop");
    expect(wishes[1]).toMatchObject({ modes: ["resume"], settings: { cwd: "/home/me/shop" } });
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
    async function* drifts(_: Acting, consent: Consent | null, stage: PlayedStage): AsyncIterable<RestoreEvent> {
      expect(consent?.drift).toBe("ask");
      const found = [drift({ kind: "setting", subject: "model", recorded: "a", now: "b" })];
      answers.push(await stage.ask({ kind: "drift", drift: found }));
      yield ended;
    }
    const { text } = await walk({ play: drifts }, "1", "2", "y", { after: "Continue?", line: "what" }, "y", "quit");
    expect(answers).toEqual([true]);
    expect(text).toContain("model: a → b");
  });

  test("an interruption is dismissed in the status by its number, and counts again the next time", async () => {
    const { text } = await walk({}, "status", "dismiss 9", "dismiss 1", "back", "status", "dismiss 1", "back", "quit");
    expect(text).toContain("There is no such number.");
    expect(text).toContain("Dismissed: it stays listed, and is no longer counted or offered.");
    expect(text).toContain("1. interrupted (dismissed) · codex");
    expect(text).toContain("It counts again.");
  });

  test("the status of a session at a usage limit names a command, since no key of the app counts here", async () => {
    const row = { state: "parked", parkedUntil: "2026-11-18T08:03:00.000Z" as never } as const;
    const { text } = await walk({ row }, "status", "back", "quit");
    expect(text).toContain("usage limit: reprise resume codex:a --when-reset waits for its end");
    expect(text).not.toContain("then w");
  });

  test("from the status after a crash", async () => {
    const { text, wishes } = await walk({}, "status", "1", "n", "quit");
    expect(text).toContain("stopped during: $ npm test");
    expect(wishes).toHaveLength(1);
  });
});
