import {
  EventLog,
  type ProjectEvent,
  type ProjectRun,
  type Projects,
  type ProjectView,
  type Timestamp,
} from "@reprise/model";
import { samplePermissions } from "@reprise/testkit";
import { httpProjects } from "@reprise/web/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Stage } from "./stage.ts";

const path = "/srv/shop/.reprise/projects/2026/11/17/1";
const at = (second: number) => `2026-11-17T10:00:0${second}.000Z` as Timestamp;
const view: ProjectView = {
  path,
  origin: "reprise",
  workspace: "/srv/shop",
  goal: "port it",
  title: "port it",
  state: "interrupted",
  unfinishedRound: 1,
  branch: "main",
  agent: "codex",
  owner: null,
  parkedUntil: null,
  createdAt: at(0),
  updatedAt: at(1),
  problem: null,
  problems: [],
  inProgress: [],
  todo: [],
  done: [],
  next: { kind: "continue-round", rounds: 2, refusal: null, permissions: samplePermissions },
  rounds: [
    {
      number: 1,
      current: 1,
      total: 2,
      agent: "codex",
      thread: null,
      session: null,
      startedAt: at(0),
      endedAt: null,
      outcome: null,
      isSuccess: false,
      tokens: null,
      commits: null,
      files: null,
      problem: null,
    },
  ],
};

let shown = view;
let calls: string[] = [];
let stage: Stage;
beforeEach(async () => {
  [shown, calls] = [view, []];
  stage = await Stage.open({ projects: memoryProjects() });
});
afterEach(() => stage.close());

/** One project, whose work does nothing until it is ended. */
function memoryProjects(): Projects {
  let run: ProjectRun | null = null;
  const begin = async (what: string): Promise<ProjectRun> => {
    calls.push(what);
    const log = new EventLog<ProjectEvent>(() => false);
    log.add({ type: "round-started", number: 1, current: 1, total: 2 });
    const said = (name: string) => async () => void calls.push(name);
    run = {
      path,
      origin: `origin ${calls.length}`,
      events: (after, signal) => log.from(after, signal),
      controls: {
        continueRound: said("continueRound"),
        stop: said("stop"),
        interrupt: async () => {
          throw new Error("The agent does not answer.");
        },
        async end() {
          calls.push("end");
          log.add({ type: "project-ended", state: "interrupted", rounds: 0, reason: null });
          log.end();
          run = null;
        },
      },
    };
    return run;
  };
  return {
    list: async () => [{ ...shown, rounds: shown.rounds.length }],
    find: async () => path,
    view: async () => shown,
    start: ({ goal }) => begin(`start ${goal}`),
    resume: (folder) => begin(`resume ${folder}`),
    running: () => run,
    close: async () => undefined,
  };
}

const wish = { goal: "port it", cwd: "/srv/shop", agent: "codex", rounds: 2, settings: {} } as const;
const post = (route: string, body: unknown) =>
  stage.call(`/projects${route}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
const seen = { rounds: 1, unfinishedRound: 1, updatedAt: at(1) };
const resume = { path, shown: seen, wish: { rounds: 2, settings: {} } };

describe("a resume", () => {
  it("is of the project as it was shown", async () => {
    expect((await post("/resume", resume)).status).toBe(200);
    expect(calls).toEqual([`resume ${path}`]);
  });

  it("is refused once the project has changed", async () => {
    for (const changed of [
      { ...view, updatedAt: at(2) },
      { ...view, unfinishedRound: null },
      { ...view, rounds: [...view.rounds, ...view.rounds] },
    ]) {
      shown = changed;
      const response = await post("/resume", resume);
      expect(response.status).toBe(409);
      expect(await response.text()).toContain("changed since it was shown");
    }
    expect(calls).toEqual([]);
  });

  it("of a person names what they saw, whatever it is by now", async () => {
    const projects = httpProjects(stage.call);
    const before = await projects.view(path);
    shown = { ...view, updatedAt: at(3) };
    await expect(projects.resume(path, resume.wish, before)).rejects.toMatchObject({ code: "refused" });
    await projects.resume(path, resume.wish, await projects.view(path));
    expect(calls).toEqual([`resume ${path}`]);
  });
});

it("paths are absolute, and nothing is taken that is not asked for", async () => {
  expect((await post("", { ...wish, cwd: "shop" })).status).toBe(400);
  expect((await post("", { ...wish, settings: { cwd: "shop" } })).status).toBe(400);
  expect((await post("", { ...wish, goal: "" })).status).toBe(400);
  expect((await post("", { ...wish, yolo: true })).status).toBe(400);
  expect((await post("/resume", { ...resume, path: "1" })).status).toBe(400);
  expect((await post("/resume", { path, wish: resume.wish })).status).toBe(400);
  expect((await stage.call("/projects/view?path=1")).status).toBe(400);
  expect((await stage.call("/projects/found?path=1&from=here")).status).toBe(400);
  expect((await stage.call("/projects?folder=/work")).status).toBe(400);
  expect(calls).toEqual([]);
});

it("work is controlled under its origin, and the person reads why an agent refuses", async () => {
  const run = await httpProjects(stage.call).start(wish);
  await run.controls.continueRound();
  await run.controls.stop();
  await expect(run.controls.interrupt()).rejects.toThrow("The agent does not answer.");
  const other = await post("/controls", { path, origin: "another", do: "stop" });
  expect(other.status).toBe(409);
  expect(calls).toEqual(["start port it", "continueRound", "stop"]);
});

it("a server that closes ends the work at once, and its listeners hear how", async () => {
  const run = await httpProjects(stage.call).start(wish);
  const heard: string[] = [];
  const listening = (async () => {
    for await (const { number, event } of run.events()) heard.push(`${number} ${event.type}`);
  })();
  await expect.poll(() => heard).toEqual(["1 round-started"]);
  expect(stage.server.runningCount()).toBe(1);
  await stage.listening.close(60_000);
  await listening;
  expect(heard).toEqual(["1 round-started", "2 project-ended"]);
  expect(calls).toEqual(["start port it", "end"]);
});
