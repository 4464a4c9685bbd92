import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectEvent, Timestamp } from "@reprise/model";
import { disposeAll } from "@reprise/testkit";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { eventOf, eventsOf, linesOf, openProjectStage, type ProjectStage } from "./project-stage.ts";

afterEach(disposeAll);

const settings = { sandbox: "danger-full-access" };

async function stageFor(name: string, rounds?: number): Promise<ProjectStage> {
  const stage = await openProjectStage(name, rounds === undefined ? {} : { rounds });
  onTestFinished(stage.close);
  return stage;
}

function start(stage: ProjectStage, more: object = {}) {
  return { goal: "Two steps, please", cwd: stage.workspace, agent: "codex", settings, rounds: 10, ...more };
}

function typesOf(records: readonly Record<string, unknown>[]): unknown[] {
  return records.map(({ type }) => type);
}

function ofType<Type extends ProjectEvent["type"]>(events: readonly ProjectEvent[], type: Type) {
  return events.filter((event): event is ProjectEvent & { readonly type: Type } => event.type === type);
}

describe("a project with the real Codex", () => {
  it("runs fresh rounds until the agent finds nothing left to do", async () => {
    const stage = await stageFor("project");
    const { projects, library, close } = await stage.open();
    onTestFinished(close);
    const run = await projects.start(start(stage));
    const events = await eventsOf(run);
    expect(events.at(-1)).toEqual({ type: "project-ended", state: "succeeded", rounds: 3, reason: null });
    const finished = ofType(events, "round-finished");
    expect(finished.map(({ isSuccess }) => isSuccess)).toEqual([false, false, true]);
    expect(finished.map(({ commits }) => commits?.map(({ subject }) => subject))).toEqual([["step 1"], ["step 2"], []]);
    expect(finished.map(({ files }) => files)).toEqual([["work.txt"], ["work.txt"], []]);
    expect(finished.every(({ tokens }) => (tokens ?? 0) > 0)).toBe(true);
    expect(typesOf(stage.log())).toEqual([
      "project_started",
      ...["round_started", "round_configured", "round_finished"],
      ...["round_started", "round_configured", "round_finished"],
      ...["round_started", "round_configured", "project_succeeded", "round_finished"],
    ]);
    const threads = stage.log().flatMap(({ thread_id }) => (thread_id ? [thread_id] : []));
    expect(new Set(threads).size).toBe(3);
    const view = await projects.view(run.path);
    expect(view).toMatchObject({ state: "succeeded", title: "Two steps", origin: "reprise", problem: null });
    expect(view.rounds.map(({ session }) => session)).toEqual(threads.map((thread) => `codex:${thread}`));
    expect((await library.list({ scope: "all" })).total).toBe(3);
  });

  it("gives every round the instructions, and declines what the agent asks for", async () => {
    const stage = await stageFor("project-asks", 0);
    const { projects, close } = await stage.open();
    onTestFinished(close);
    const asks = { cmd: "true", sandbox_permissions: "require_escalated", justification: "needed" };
    stage.model.push([{ call: { name: "exec_command", arguments: asks } }], [{ text: "No, then." }]);
    const run = await projects.start(start(stage, { rounds: 1, settings: { sandbox: "workspace-write" } }));
    const events = await eventsOf(run);
    expect(events.at(-1)).toMatchObject({ type: "project-ended", state: "rounds-used", rounds: 1 });
    expect(JSON.stringify(stage.model.requests[0]?.body)).toContain("You work on a project in rounds");
    expect(ofType(events, "request-resolved").every(({ decision }) => decision !== "once")).toBe(true);
  });

  it("continues a paused round in its thread, and stops when asked to", async () => {
    const stage = await stageFor("project-pause", 0);
    const { projects, close } = await stage.open();
    onTestFinished(close);
    stage.model.push([{ partial: "Thinking", chunks: 1 }, { hang: true }], [{ text: "Done." }]);
    stage.model.push([{ partial: "Again", chunks: 1 }, { hang: true }]);
    const run = await projects.start(start(stage, { rounds: 2 }));
    const { thread } = await eventOf(run, "round-configured");
    await eventOf(run, "delta");
    await run.controls.interrupt();
    await eventOf(run, "round-paused");
    await run.controls.continueRound();
    expect(await eventOf(run, "round-continued")).toMatchObject({ number: 1, thread });
    expect(await eventOf(run, "round-finished")).toMatchObject({ outcome: { type: "completed" } });
    for await (const { event } of run.events()) {
      if (event.type === "delta" && event.text === "Again") break;
    }
    await run.controls.stop();
    const events = await eventsOf(run);
    expect(events.at(-1)).toMatchObject({ type: "project-ended", state: "stopped", rounds: 2 });
    expect(stage.log().filter(({ type }) => type === "round_configured")).toHaveLength(2);
    expect(stage.log().at(-1)).toMatchObject({ type: "round_finished", outcome: { type: "user_requested" } });
  });

  it("left in the middle, resumes the same round in the same thread, then the rounds that remain", async () => {
    const stage = await stageFor("project-left", 0);
    const first = await stage.open();
    stage.model.push([{ partial: "Half a th", chunks: 1 }, { hang: true }]);
    const run = await first.projects.start(start(stage, { rounds: 2 }));
    const { thread } = await eventOf(run, "round-configured");
    await eventOf(run, "delta");
    await run.controls.end();
    expect((await eventsOf(run)).at(-1)).toMatchObject({ type: "project-ended", state: "interrupted" });
    await first.close();
    const { projects, close } = await stage.open();
    onTestFinished(close);
    expect(await projects.view(run.path)).toMatchObject({
      state: "interrupted",
      unfinishedRound: 1,
      next: { kind: "continue-round", rounds: 2, refusal: null },
    });
    stage.model.push([{ text: "Done." }], [{ text: "Done." }]);
    const again = await projects.resume(run.path, { settings: {}, rounds: 10 });
    expect((await eventsOf(again)).at(-1)).toMatchObject({ state: "rounds-used", rounds: 2 });
    const log = stage.log();
    expect(log.filter(({ type }) => type === "project_started")).toHaveLength(1);
    expect(log.filter(({ type }) => type === "round_started").map(({ number }) => number)).toEqual([1, 2]);
    expect(log.find(({ type }) => type === "round_configured")).toMatchObject({ thread_id: thread });
    expect(JSON.stringify(stage.model.requests.at(-2)?.body)).toContain("Continue.");
  });

  it("lost connections are retried, in the same thread", async () => {
    const stage = await stageFor("project-drops", 0);
    const { projects, close } = await stage.open();
    onTestFinished(close);
    const failing = { http: { status: 500, body: { error: { message: "overloaded" } } } } as const;
    stage.model.push([failing], [failing]);
    const run = await projects.start(start(stage, { rounds: 1 }));
    const events = await eventsOf(run);
    expect(events.at(-1)).toMatchObject({ type: "project-ended", state: "rounds-used", rounds: 1 });
    expect(ofType(events, "recovering").map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(ofType(events, "round-configured")).toHaveLength(1);
  });

  it("a usage limit parks the round until its reset, over a resume too", async () => {
    const stage = await stageFor("project-limit", 0);
    const { projects, close } = await stage.open();
    onTestFinished(close);
    const limited = (resetAt: number) => {
      const headers = { "x-codex-primary-used-percent": "100", "x-codex-primary-reset-at": String(resetAt) };
      const body = { error: { type: "usage_limit_reached", message: "no more" } };
      return { http: { status: 429, headers, body } };
    };
    const now = Math.floor(Date.now() / 1000);
    const untilTime = new Date().toISOString() as Timestamp;
    stage.model.push([limited(now + 3600)]);
    const run = await projects.start(start(stage, { rounds: 1 }));
    const parked = await eventOf(run, "parked");
    expect(Date.parse(parked.until)).toBe((now + 3600) * 1000);
    await run.controls.end();
    expect(await projects.view(run.path)).toMatchObject({ state: "parked", parkedUntil: parked.until });
    stage.model.push([limited(now + 3600)]);
    const bounded = await projects.resume(run.path, { settings: {}, rounds: 1, untilTime });
    expect((await eventsOf(bounded)).at(-1)).toMatchObject({ state: "parked" });
    stage.model.push([limited(Math.ceil(Date.now() / 1000) + 5)]);
    const last = await projects.resume(run.path, { settings: {}, rounds: 1 });
    const events = await eventsOf(last);
    expect(ofType(events, "parked")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ state: "rounds-used", rounds: 1 });
    expect(stage.log().filter(({ type }) => type === "round_started")).toHaveLength(1);
  });

  it("two programs cannot work on one project; the second learns who does", async () => {
    const stage = await stageFor("project-two", 0);
    const first = await stage.open();
    const second = await stage.open();
    onTestFinished(first.close);
    onTestFinished(second.close);
    stage.model.push([{ partial: "Wait", chunks: 1 }, { hang: true }]);
    const run = await first.projects.start(start(stage, { rounds: 1 }));
    await eventOf(run, "delta");
    expect(await second.projects.view(run.path)).toMatchObject({
      state: "running",
      owner: { pid: process.pid },
    });
    await expect(second.projects.resume(run.path, { settings: {}, rounds: 1 })).rejects.toMatchObject({
      code: "busy",
      message: expect.stringContaining(`process ${process.pid}`),
    });
  });

  it("refuses to add to a log that breaks a rule, and changes nothing", async () => {
    const stage = await stageFor("project-damaged", 3);
    const { projects, close } = await stage.open();
    onTestFinished(close);
    const run = await projects.start(start(stage));
    await eventsOf(run);
    const log = join(run.path, "rounds.jsonl");
    const whole = readFileSync(log, "utf8").split("\n");
    appendFileSync(log, `${whole[0]}\n`);
    const [damaged, main] = [readFileSync(log, "utf8"), readFileSync(join(run.path, "MAIN.md"), "utf8")];
    await expect(projects.resume(run.path, { settings: {}, rounds: 1 })).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining(`${log}:${linesOf(log).length}`),
    });
    expect(readFileSync(log, "utf8")).toBe(damaged);
    expect(readFileSync(join(run.path, "MAIN.md"), "utf8")).toBe(main);
    expect(await projects.view(run.path)).toMatchObject({ state: "damaged" });
  });
});
