import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type ProjectEvent, type ProjectRun, type ProjectWish, projectOfPlayback } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { step } from "../scripted-agent/script.ts";
import { declareDone, logOf, type ProjectsStage } from "./projects-stage.ts";
import { Listener } from "./runner-stage.ts";

/** The promises of every Projects: over files, over HTTP. */
export function describeProjects(name: string, open: () => Promise<ProjectsStage>): void {
  describe(`${name} projects`, () => {
    let stage: ProjectsStage;
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(() => stage.close());

    const wish = (goal: string, more: Partial<ProjectWish> = {}): ProjectWish => ({
      goal,
      cwd: stage.cwd,
      agent: "codex",
      rounds: 2,
      settings: { sandbox: "workspace-write" },
      ...more,
    });
    const start = async (goal: string, more?: Partial<ProjectWish>) => {
      const run = await stage.projects.start(wish(goal, more));
      return { run, path: run.path, heard: new Listener<ProjectEvent>(run) };
    };
    /** A round that does nothing until it is interrupted. */
    const held = async () => {
      stage.agent.plays({ turns: [[step.reply("a", "half of it"), step.hang]] });
      const started = await start("the parser");
      await started.heard.until("item");
      return started;
    };
    const resumed = async (path: string, rounds = 2) => {
      const run = await stage.projects.resume(path, { rounds, settings: {} });
      return { run, heard: new Listener<ProjectEvent>(run) };
    };
    const threads = async (path: string) => (await stage.projects.view(path)).rounds.map(({ thread }) => thread);

    describe("rounds", () => {
      it("have a fresh thread each, until they are used", async () => {
        const { path, heard } = await start("the parser");
        expect(await heard.end()).toMatchObject({ type: "project-ended", state: "rounds-used", rounds: 2 });
        expect(heard.of("project-opened")).toMatchObject([{ project: { path, goal: "the parser" } }]);
        expect(heard.of("round-started")).toMatchObject([
          { number: 1, current: 1, total: 2 },
          { number: 2, current: 2, total: 2 },
        ]);
        expect(heard.of("round-finished")).toMatchObject([
          { number: 1, outcome: { type: "completed" }, isSuccess: false },
          { number: 2, outcome: { type: "completed" }, isSuccess: false },
        ]);
        expect(new Set(heard.of("round-configured").map(({ thread }) => thread)).size).toBe(2);
        expect(stage.agent.launches).toMatchObject([{ thread: null }, { thread: null }]);
      });

      it("work without asking, in the sandbox that was wished for", async () => {
        stage.agent.plays({ turns: [[step.request("r")]] });
        const { heard } = await start("the parser", { rounds: 1 });
        await heard.end();
        const [launch] = stage.agent.launches;
        expect(launch?.settings).toMatchObject({ sandbox: "workspace-write", approvalPolicy: "never" });
        expect(heard.of("request-resolved")).toMatchObject([{ decision: "decline" }]);
      });

      it("end when the agent declares the goal met", async () => {
        const made = Promise.withResolvers<string>();
        stage.agent.plays({ turns: [[step.does(async () => declareDone(await made.promise))]] });
        const { path, heard } = await start("the parser");
        made.resolve(path);
        expect(await heard.end()).toMatchObject({ state: "succeeded", rounds: 1 });
        expect(heard.of("round-finished")).toMatchObject([{ number: 1, isSuccess: true }]);
        expect(await stage.projects.view(path)).toMatchObject({
          state: "succeeded",
          rounds: [{ isSuccess: true }],
        });
      });

      it("end with the work when a turn fails", async () => {
        stage.agent.plays({ turns: [[step.fail("The model is gone.")]] });
        const { path, heard } = await start("the parser");
        expect(await heard.end()).toMatchObject({ state: "failed" });
        const { state, rounds } = await stage.projects.view(path);
        expect(state).toBe("failed");
        expect(rounds).toMatchObject([{ outcome: { message: expect.stringContaining("The model is gone.") } }]);
      });

      it("are added by a resume, and their numbers go on", async () => {
        const { path, heard } = await start("the parser", { rounds: 1 });
        await heard.end();
        expect((await stage.projects.view(path)).next).toMatchObject({ kind: "new-rounds", refusal: null });
        const more = await resumed(path, 1);
        await more.heard.end();
        expect(more.heard.of("round-started")).toMatchObject([{ number: 2, current: 1, total: 1 }]);
        expect((await stage.projects.view(path)).rounds).toMatchObject([{ number: 1 }, { number: 2 }]);
        expect(new Set(await threads(path)).size).toBe(2);
      });
    });

    describe("lists and views", () => {
      it("show every project of a workspace, and start nothing", async () => {
        const { path, heard } = await start("the parser", { rounds: 1 });
        await heard.end();
        const launches = stage.agent.launches.length;
        const { projects, cwd } = stage;
        expect(await projects.list({ workspace: cwd })).toMatchObject([
          {
            path,
            origin: "reprise",
            workspace: cwd,
            goal: "the parser",
            title: "the parser",
            state: "rounds-used",
            rounds: 1,
            unfinishedRound: null,
            agent: "codex",
            problem: null,
          },
        ]);
        expect(await projects.list({ workspace: join(dirname(cwd), "elsewhere") })).toEqual([]);
        const view = await projects.view(path);
        expect(view).toMatchObject({ goal: "the parser", inProgress: [], todo: [], done: [], problems: [] });
        expect(view.rounds).toMatchObject([
          { number: 1, current: 1, total: 1, agent: "codex", outcome: { type: "completed" } },
        ]);
        expect(view.rounds[0]?.session).toBe(`codex:${view.rounds[0]?.thread}`);
        expect(stage.agent.launches).toHaveLength(launches);
      });

      it("find a project by its folder, below the projects' folder, and from here", async () => {
        const { path, heard } = await start("the parser", { rounds: 1 });
        await heard.end();
        const { projects, cwd } = stage;
        const short = path.split("/.reprise/projects/")[1] ?? "";
        for (const given of [path, join(path, "MAIN.md"), short, relative(cwd, path)])
          expect(await projects.find(given, cwd), given).toBe(path);
        await expect(projects.find("2020/01/01/9", cwd)).rejects.toMatchObject({
          code: "not-found",
          message: expect.stringContaining("2020/01/01/9"),
        });
        await expect(projects.view(join(cwd, "nothing"))).rejects.toMatchObject({ code: "not-found" });
        for (const path of [join(cwd, "nul\0"), join(cwd, "x".repeat(5000))])
          await expect(projects.view(path)).rejects.toMatchObject({ code: "not-found" });
        expect(projectOfPlayback(`project:${path}`)).toBe(path);
      });

      it("show a damaged project with the reason; it is not continued, and nothing is written", async () => {
        const { path, heard } = await start("the parser", { rounds: 1 });
        await heard.end();
        const damaged = `nonsense\n${readFileSync(logOf(path), "utf8")}`;
        writeFileSync(logOf(path), damaged);
        const reason = expect.stringMatching(/rounds\.jsonl.*1/s);
        expect(await stage.projects.list("all")).toMatchObject([{ state: "damaged", problem: reason }]);
        const view = await stage.projects.view(path);
        expect(view).toMatchObject({ state: "damaged", problem: reason, goal: "the parser" });
        expect(view.next.refusal).not.toBeNull();
        await expect(stage.projects.resume(path, { rounds: 1, settings: {} })).rejects.toMatchObject({
          code: "refused",
        });
        expect(readFileSync(logOf(path), "utf8")).toBe(damaged);
      });
    });

    describe("controls", () => {
      it("interrupt a round and continue it in its thread", async () => {
        const { run, path, heard } = await held();
        await run.controls.interrupt();
        await heard.until("round-paused");
        await run.controls.continueRound();
        await heard.end();
        const [first] = heard.of("round-configured");
        expect(heard.of("round-continued")).toMatchObject([{ number: 1, thread: first?.thread }]);
        expect(heard.of("round-started")).toHaveLength(2);
        expect((await stage.projects.view(path)).rounds).toMatchObject([
          { number: 1, outcome: { type: "completed" } },
          { number: 2, outcome: { type: "completed" } },
        ]);
      });

      it("stop the work, which ends the round as a person asked for", async () => {
        const { run, path, heard } = await held();
        await run.controls.interrupt();
        await heard.until("round-paused");
        await run.controls.stop();
        expect(await heard.end()).toMatchObject({ type: "project-ended", state: "stopped" });
        const view = await stage.projects.view(path);
        expect(view).toMatchObject({ state: "stopped", unfinishedRound: null, owner: null });
        expect(view.rounds).toMatchObject([{ outcome: { type: "user_requested" } }]);
      });

      it("end the work as a kill would; a resume continues the round in its thread", async () => {
        const { run, path } = await held();
        await run.controls.end();
        const before = await stage.projects.view(path);
        expect(before).toMatchObject({ state: "interrupted", unfinishedRound: 1, owner: null });
        expect(before.next).toMatchObject({ kind: "continue-round", rounds: 2, refusal: null });
        const [thread] = await threads(path);
        const { heard } = await resumed(path);
        expect(await heard.end()).toMatchObject({ state: "rounds-used", rounds: 2 });
        expect(heard.of("round-continued")).toMatchObject([{ number: 1, thread }]);
        expect(heard.of("round-started")).toMatchObject([{ number: 2, current: 2, total: 2 }]);
        expect(stage.agent.launches).toMatchObject([{ thread: null }, { thread }, { thread: null }]);
        expect((await threads(path))[0]).toBe(thread);
      });
    });

    describe("work", () => {
      it("is followed from any number, by any number of listeners", async () => {
        const { run, path, heard } = await held();
        const same = await stage.projects.running(path);
        expect(same?.origin).toBe(run.origin);
        await run.controls.interrupt();
        await heard.until("round-paused");
        const last = heard.heard[2]?.number ?? 0;
        const late = new Listener<ProjectEvent>(same as ProjectRun, last);
        await run.controls.stop();
        await Promise.all([heard.end(), late.end()]);
        const numbers = heard.heard.map(({ number }) => number);
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        expect(late.heard).toEqual(heard.heard.filter(({ number }) => number > last));
        expect(await stage.projects.running(path)).toBeNull();
      });

      it("is done by one process at a time, which is named", async () => {
        const { run, path, heard } = await held();
        const second = await stage.second();
        const { state, owner, next } = await second.view(path);
        expect({ state, pid: owner?.pid }).toEqual({ state: "running", pid: process.pid });
        expect(next.refusal).not.toBeNull();
        await expect(second.resume(path, { rounds: 1, settings: {} })).rejects.toMatchObject({
          code: "busy",
          message: expect.stringContaining(String(process.pid)),
        });
        expect(await second.running(path)).toBeNull();
        await run.controls.end();
        await heard.end();
        const taken = await second.resume(path, { rounds: 1, settings: {} });
        await new Listener<ProjectEvent>(taken).end();
      });
    });
  });
}
