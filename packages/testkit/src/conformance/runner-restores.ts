import { type Consent, type RestoreEvent, type SessionId, type StartedRun, usualWish } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { step } from "../scripted-agent/script.ts";
import { promptTurn } from "../session-seed.ts";
import type { RunnerCase } from "./runner.ts";
import { Listener, presentConsent } from "./runner-stage.ts";

export function describeRestores({ stage, wish }: RunnerCase): void {
  const scope = () => ({ kind: "workspace", root: stage().cwd }) as const;

  /** A run stopped in its first turn. */
  async function stopped(more = {}): Promise<StartedRun & { readonly session: SessionId }> {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.reply("a", "Before."), step.hang]] });
    const run = await runner.run(wish("one", more));
    const listener = new Listener(run);
    await listener.until("item");
    await run.controls.interrupt();
    await listener.end();
    const session = (await runner.offer(scope(), true))?.session;
    if (!session) throw new Error("Nothing is offered.");
    agent.plays({});
    agent.received.length = 0;
    return { ...run, session };
  }

  async function resumed(session: string, consent: Partial<Consent> = {}, runner = stage().runner) {
    const plan = await runner.plan(session, { ...usualWish, prompt: "two" });
    expect(plan).toMatchObject({ mode: "resume", prompt: "two", drift: [] });
    return runner.restore(plan, { ...presentConsent, ...consent });
  }

  it("resume in the same run and thread, with other numbers", async () => {
    const { runner, agent } = stage();
    const before = await stopped();
    const run = await resumed(before.session);
    const listener = new Listener(run);
    expect(await listener.end()).toMatchObject({ type: "run-ended", status: "completed" });
    expect(run.id).toBe(before.id);
    expect(run.origin).not.toBe(before.origin);
    expect(listener.heard[0]?.number).toBe(1);
    expect(agent.texts).toEqual(["two"]);
    expect(agent.launches.map(({ thread }) => thread)).toEqual([
      null,
      before.session.slice(before.session.indexOf(":") + 1),
    ]);
    expect(await runner.runs()).toMatchObject([{ run: before.id, status: "completed" }]);
    expect((await runner.attach(run.id)).origin).toBe(run.origin);
    expect(await runner.offer(scope())).toBeNull();
  });

  it("resume what another process stopped; who started the run sees how it continues", async () => {
    const before = await stopped();
    const other = await stage().second();
    stage().agent.plays({ turns: [[step.request("r"), step.reply("b", "After.")]] });
    const run = await resumed(before.session, {}, other);
    await new Listener(run).until("request");
    const watched = await stage().runner.attach(before.id);
    expect(watched.controls).toBeNull();
    const watcher = new Listener(watched);
    await watcher.until("request");
    await run.controls.answer("r", { decision: "once" });
    expect(await watcher.end()).toMatchObject({ type: "run-ended", status: "completed" });
    expect(watcher.of("prompt-sent").map(({ text }) => text)).toEqual(["one", "two"]);
    other.close();
  });

  it("of a session that a run of ours has are refused as busy, and leave that run alone", async () => {
    const { runner, agent } = stage();
    const before = await stopped();
    agent.plays({ turns: [[step.request("r")]] });
    const run = await resumed(before.session);
    await new Listener(run).until("request");
    const plan = await runner.plan(before.session, { ...usualWish, prompt: "two" });
    // Who has it open may show in the plan, or only when it is carried out.
    if (plan.mode === null) expect(plan.refusals).toMatchObject([{ reason: "busy" }]);
    else
      expect(await new Listener(await runner.restore(plan, presentConsent)).end()).toMatchObject({
        type: "busy",
      });
    expect(agent.texts).toEqual(["two"]);
    await (await runner.attach(run.id)).controls?.answer("r", { decision: "once" });
    expect(await new Listener(run).end()).toMatchObject({ type: "run-ended", status: "completed" });
  });

  it("give the agent its instructions at the start, and again at a resume", async () => {
    const { session } = await stopped({ instructions: "Speak low." });
    await new Listener(await resumed(session)).end();
    expect(stage().agent.launches.map(({ instructions }) => instructions)).toEqual(["Speak low.", "Speak low."]);
  });

  describe("when the agent reports other settings", () => {
    const ends = async (consent: Partial<Consent>, act: (listener: Listener, run: StartedRun) => void) => {
      const { session } = await stopped();
      stage().agent.plays({ reports: { model: "large" } });
      const run = await resumed(session, consent);
      const listener = new Listener(run);
      act(listener, run);
      return { last: await listener.end(), listener };
    };
    const decides = (isYes: boolean) => async (listener: Listener, run: StartedRun) => {
      const { question } = await listener.until("question");
      await run.controls.decide(question.id, isYes);
    };

    it("ask: a yes continues", async () => {
      const { last, listener } = await ends({ drift: "ask" }, decides(true));
      expect(last).toMatchObject({ type: "run-ended", status: "completed" });
      const [asked] = listener.of("question");
      expect(asked?.question).toMatchObject({
        kind: "drift",
        drift: [{ subject: "model", recorded: "small", now: "large", widens: false }],
      });
      expect(listener.of("question-resolved")).toEqual([
        { type: "question-resolved", id: asked?.question.id, isYes: true },
      ]);
      expect(stage().agent.texts).toEqual(["two"]);
    });

    it("ask: a no, an interrupt and an end send nothing", async () => {
      const acts = [
        decides(false),
        async (listener: Listener, run: StartedRun) => {
          await listener.until("question");
          await run.controls.interrupt();
        },
        async (listener: Listener, run: StartedRun) => {
          await listener.until("question");
          await run.controls.end();
        },
      ];
      for (const act of acts) {
        const { last, listener } = await ends({ drift: "ask" }, act);
        expect(last).toMatchObject({ type: "refused", plan: { mode: null } });
        expect(listener.of("question-resolved")).toMatchObject([{ isYes: false }]);
        expect(stage().agent.texts).toEqual([]);
      }
    });

    it("ask: an interrupt or an end right after a yes sends nothing", async () => {
      for (const act of ["interrupt", "end"] as const) {
        const { last } = await ends({ drift: "ask" }, async (listener, run) => {
          const { question } = await listener.until("question");
          // All at once: nothing happens between them.
          const decided = [run.controls.decide(question.id, true), run.controls.decide(question.id, true)];
          await run.controls[act]();
          await Promise.all(decided);
        });
        expect(last).toEqual({ type: "run-ended", status: "cancelled", failure: null });
        expect(stage().agent.texts).toEqual([]);
      }
    });

    it("accept continues and refuse sends nothing, neither with a question", async () => {
      const accepted = await ends({ drift: "accept" }, () => undefined);
      expect(accepted.last).toMatchObject({ type: "run-ended", status: "completed" });
      expect(stage().agent.texts).toEqual(["two"]);
      const refused = await ends({ drift: "refuse" }, () => undefined);
      expect(refused.last).toMatchObject({ type: "refused", plan: { mode: null } });
      expect(stage().agent.texts).toEqual([]);
      for (const { listener } of [accepted, refused]) expect(listener.of("question")).toEqual([]);
    });

    it.each(["ask", "accept", "refuse"] as const)("%s: wider permissions are refused", async (drift) => {
      const { session } = await stopped();
      stage().agent.plays({ reports: { sandbox: "danger-full-access" } });
      const listener = new Listener(await resumed(session, { drift }));
      expect(await listener.end()).toMatchObject({
        type: "refused",
        plan: { refusals: [{ reason: "wider-permissions" }] },
      });
      expect(listener.of("question")).toEqual([]);
      expect(stage().agent.texts).toEqual([]);
    });

    it("wider permissions that were allowed are", async () => {
      const { session } = await stopped();
      stage().agent.plays({ reports: { sandbox: "danger-full-access" } });
      const listener = new Listener(await resumed(session, { drift: "accept", allowsWider: true }));
      expect(await listener.end()).toMatchObject({ type: "run-ended", status: "completed" });
    });
  });

  describe("send history in segments", () => {
    /** A replay of a session with several segments. */
    async function replayed(segments: Consent["segments"], prompt: string | null = null): Promise<StartedRun> {
      const { runner, seed, cwd } = stage();
      const words = (number: number) => `question ${number} ${"about a long story ".repeat(20)}`;
      const turns = [1, 2, 3, 4, 5, 6].map((number) => promptTurn(words(number)));
      const about = { workspace: cwd, updatedAt: "2026-11-15T10:00:00.000Z" };
      const session = seed({ thread: "019a0000-0000-7000-8000-000000000001", turns, ...about });
      const plan = await runner.plan(session, {
        ...usualWish,
        modes: ["replay"],
        via: "segments",
        segmentTokens: 200,
        prompt,
      });
      expect(plan).toMatchObject({ mode: "replay", via: "segments" });
      return runner.restore(plan, { ...presentConsent, segments });
    }
    const restoring = (listener: Listener) => listener.of("restoring").map(({ doneCount }) => doneCount);
    const answersAll = async (listener: Listener, run: StartedRun, answers: (number: number) => boolean) => {
      for (let number = 1; ; number += 1) {
        const { question } = await listener.until("question", number);
        await run.controls.decide(question.id, answers(number));
        if (question.kind !== "segment" || !answers(number) || number === question.segmentCount) return;
      }
    };

    it("without a question, then the prompt", async () => {
      const listener = new Listener(await replayed("send", "and now?"));
      expect(await listener.end()).toMatchObject({ type: "run-ended", status: "completed" });
      const [restored] = listener.of("restored");
      expect(restored?.segmentCount).toBeGreaterThan(2);
      expect(restoring(listener)).toEqual(Array.from({ length: restored?.segmentCount ?? 0 }, (_, at) => at + 1));
      expect(listener.of("question")).toEqual([]);
      expect(stage().agent.texts.at(-1)).toContain("and now?");
      expect(stage().agent.texts).toHaveLength((restored?.segmentCount ?? 0) + 1);
    });

    it("ask: each is sent after a yes", async () => {
      const run = await replayed("ask");
      const listener = new Listener(run);
      await answersAll(listener, run, () => true);
      expect(await listener.end()).toMatchObject({ type: "run-ended", status: "completed" });
      const count = listener.of("restored")[0]?.segmentCount ?? 0;
      expect(listener.of("question").map(({ question }) => question)).toMatchObject(
        Array.from({ length: count }, (_, at) => ({ kind: "segment", segment: at + 1, segmentCount: count })),
      );
      expect(listener.of("question-resolved").every(({ isYes }) => isYes)).toBe(true);
    });

    it("ask: a no stops between two", async () => {
      const run = await replayed("ask");
      const listener = new Listener(run);
      await answersAll(listener, run, (number) => number < 3);
      expect(await listener.end()).toMatchObject({ type: "restore-cancelled", doneCount: 2 });
      expect(restoring(listener)).toEqual([1, 2]);
    });

    it("ask: an interrupt is a no", async () => {
      const run = await replayed("ask");
      const listener = new Listener(run);
      const { question } = await listener.until("question");
      await run.controls.decide(question.id, true);
      await listener.until("question", 2);
      await run.controls.interrupt();
      expect(await listener.end()).toMatchObject({ type: "restore-cancelled", doneCount: 1 });
      expect(listener.of("question-resolved").map(({ isYes }) => isYes)).toEqual([true, false]);
    });

    it("an interrupt stops before the next segment", async () => {
      // The second waits until the interrupt has arrived, however fast the others are.
      const interrupted = Promise.withResolvers<void>();
      const { agent } = stage();
      agent.plays({ beforeTurn: () => (agent.texts.length === 2 ? interrupted.promise : Promise.resolve()) });
      const run = await replayed("send", "and now?");
      const listener = new Listener(run);
      await listener.until("restoring");
      await run.controls.interrupt();
      interrupted.resolve();
      const last = (await listener.end()) as RestoreEvent & { type: "restore-cancelled" };
      expect(last).toMatchObject({ type: "restore-cancelled", doneCount: 2 });
      expect(last.totalCount).toBeGreaterThan(2);
      expect(restoring(listener)).toEqual([1, 2]);
      expect(agent.texts).toHaveLength(2);
    });
  });
}
