import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { noPermissions, type ThreadId, usualWish } from "@reprise/model";
import type { AgentHome, Model, Scratch } from "@reprise/testkit";
import { planOf } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRun, openRunStage, type RunStage, turn } from "../../test/run-stage.ts";
import { codexPermissions } from "../agents/codex/driver/permissions.ts";
import { findRuns, isOffered } from "../journal/find-runs.ts";
import type { LiveRun } from "../runs/live-run.ts";
import type { RunEnvironment } from "../runs/open-run.ts";
import { startRun } from "../runs/start-run.ts";
import { carryOutResume } from "./carry-out-resume.ts";
import { type Evidence, planResume } from "./plan-resume.ts";

let stage: RunStage;
let scratch: Scratch;
let model: Model;
let home: AgentHome;
let environment: RunEnvironment;
beforeAll(async () => {
  stage = await openRunStage("runs");
  ({ scratch, model, home, environment } = stage);
});
afterAll(() => stage.close());

const signal = () => new AbortController().signal;

/** What a plan to resume a thread of these runs is made from. */
function evidenceOf(thread: ThreadId): Evidence {
  return {
    session: `codex:${thread}` as Evidence["session"],
    about: {
      thread,
      cwd: scratch.workspace,
      sandbox: "workspace-write",
      approvalPolicy: "on-request",
    },
    basis: [],
    isArchived: false,
    owner: null,
    hasFolder: existsSync,
    workspaceDrift: [],
    unfinished: [],
    approvals: [],
    approvedInLog: () => [],
    pending: [],
    unsentPrompt: null,
    hasThread: true,
    refusedBecause: null,
    permissionsOf: () => ({
      rules: codexPermissions,
      configured: null,
      recorded: { ...noPermissions, sandbox: "workspace-write", approvalPolicy: "on-request" },
    }),
  };
}

describe("a run of the real Codex", () => {
  it("is journalled from its first byte, interrupted by death, offered, and resumed in the same thread with the same settings", async () => {
    model.push([{ partial: "A text that never" }, { hang: true }]);
    const run = await openRun(stage.order(), environment, signal());
    const seen: string[] = [];
    for await (const event of turn(run, { id: "p1", text: "please tell me" }, signal())) {
      seen.push(event.type);
      // The agent dies as soon as part of its text has arrived.
      if (event.type === "delta" && run.thread.pid) process.kill(run.thread.pid, "SIGKILL");
    }
    expect(seen).toContain("prompt-persisted");
    expect(seen.at(-1)).toBe("turn-ended");
    expect(await run.close()).toBe("interrupted");

    const { runs } = await findRuns(environment.stateFolder, environment.host);
    expect(runs).toHaveLength(1);
    const [earlier] = runs;
    if (!earlier?.thread) throw new Error("no thread was kept");
    expect(earlier).toMatchObject({
      status: "interrupted",
      isPersisted: true,
      settings: { sandbox: "workspace-write", approvalPolicy: "on-request" },
    });
    expect(isOffered(earlier)).toBe(true);

    const [rollout = ""] = await home.sessionFiles();
    const before = readFileSync(rollout);
    model.push([{ text: "Here is the rest." }]);
    const plan = planOf(planResume(evidenceOf(earlier.thread), { ...usualWish, prompt: "go on please" }), "resume");
    const order = stage.order({ settings: plan.settings, resume: { thread: earlier.thread, earlier } });
    const start = {
      id: order.run,
      environment,
      stays: false,
      target: { mode: "resume", session: plan.session, agent: "codex", cwd: scratch.workspace },
      prompts: { save: () => [], drop: () => undefined },
    } as const;
    const consent = { drift: "refuse", sendsRecap: true, allowsWider: false } as const;
    const started = startRun(start, (task) => carryOutResume(plan, { order, task, consent, tools: [] }));
    const events = (await Array.fromAsync(started.events())).map(({ event }) => event);
    expect(events[0]?.type).toBe("checking");
    expect(events.find(({ type }) => type === "checked")).toMatchObject({
      settings: { sandbox: "workspace-write", approvalPolicy: "on-request" },
    });
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    const asked = JSON.stringify(model.requests.at(-1)?.body);
    expect(asked.split("please tell me")).toHaveLength(2);
    expect(asked.split("go on please")).toHaveLength(2);
    expect((await findRuns(environment.stateFolder, environment.host)).runs).toMatchObject([
      { status: "completed", thread: earlier.thread },
    ]);
    const after = readFileSync(rollout);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    expect(after.length).toBeGreaterThan(before.length);
  });

  it("resumed, names the tools that the session used and that are missing now, before the next turn", async () => {
    const [earlier] = (await findRuns(environment.stateFolder, environment.host)).runs;
    if (!earlier?.thread) throw new Error("no run");
    model.push([{ text: "And then." }]);
    const plan = planOf(planResume(evidenceOf(earlier.thread), { ...usualWish, prompt: "and then" }), "resume");
    const order = stage.order({ settings: plan.settings, resume: { thread: earlier.thread, earlier } });
    const start = {
      id: order.run,
      environment,
      stays: false,
      target: { mode: "resume", session: plan.session, agent: "codex", cwd: scratch.workspace },
      prompts: { save: () => [], drop: () => undefined },
    } as const;
    const consent = { drift: "accept", sendsRecap: true, allowsWider: false } as const;
    const tools = ["mcp__notes__add"];
    const started = startRun(start, (task) => carryOutResume(plan, { order, task, consent, tools }));
    const events = (await Array.fromAsync(started.events())).map(({ event }) => event);
    const text = "Tools the session used are missing now: mcp__notes__add";
    expect(events).toContainEqual({ type: "notice", text });
    const types = events.map(({ type }) => type);
    expect(types.indexOf("notice")).toBeLessThan(types.indexOf("turn-started"));
  });

  it("two that resume one thread at once: one runs, the other is told who", async () => {
    const { runs } = await findRuns(environment.stateFolder, environment.host);
    const earlier = runs[0];
    if (!earlier?.thread) throw new Error("no run");
    const resume = { thread: earlier.thread, earlier };
    const first = await openRun(stage.order({ resume }), environment, signal());
    await expect(openRun(stage.order({ resume }), environment, signal())).rejects.toMatchObject({
      name: "BusyError",
      owner: { program: "reprise", pid: process.pid },
    });
    await first.close();
    const second: LiveRun = await openRun(stage.order({ resume }), environment, signal());
    await second.close();
  });

  it("answers again by itself only the identical request that was kept", async () => {
    const script = (id: string, cmd: string) => ({
      call: {
        name: "exec_command",
        id,
        arguments: { cmd, sandbox_permissions: "require_escalated", justification: "needed" },
      },
    });
    model.push([script("c1", "echo one")], [{ text: "done" }]);
    const first = await openRun(stage.order(), environment, signal());
    let hash = "";
    for await (const event of turn(first, { id: "a1", text: "run it" }, signal())) {
      if (event.type !== "request") continue;
      hash = event.request.hash ?? "";
      first.answer(event.request.id, { decision: "session" });
    }
    await first.close();
    expect(hash).not.toBe("");
    const earlier = (await findRuns(environment.stateFolder, environment.host)).runs.find(
      ({ run }) => run === first.id,
    );
    if (!earlier?.thread) throw new Error("no run");
    model.push([script("c2", "echo one")], [script("c3", "echo two")], [{ text: "done" }]);
    const second = await openRun(
      stage.order({ resume: { thread: earlier.thread, earlier }, kept: new Set([hash]) }),
      environment,
      signal(),
    );
    const asked: string[] = [];
    const answered: string[] = [];
    for await (const event of turn(second, { id: "a2", text: "again" }, signal())) {
      if (event.type === "request-resolved") answered.push(event.by);
      if (event.type !== "request" || event.request.hash === hash) continue;
      asked.push(event.request.subject);
      second.answer(event.request.id, { decision: "decline" });
    }
    await second.close();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("echo two");
    expect(answered).toContain("kept");
    expect(readdirSync(join(environment.stateFolder, "runs"))).not.toEqual([]);
  });
});

// Last, since it leaves a run behind.
describe("a run that nobody waits for any more", () => {
  it("is told nothing for whoever left while it was started", async () => {
    const asked = model.requests.length;
    const run = await openRun(stage.order(), environment, signal());
    const seen: unknown[] = [];
    for await (const event of turn(run, { id: "p0", text: "never mind" }, AbortSignal.abort())) seen.push(event);
    expect([seen, await run.close(), model.requests.length]).toEqual([[], "cancelled", asked]);
  });
});
