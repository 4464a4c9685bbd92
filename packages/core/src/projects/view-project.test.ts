import { type ProjectOrigin, SessionError } from "@reprise/model";
import { projectSchema, projectViewSchema } from "@reprise/model/schema";
import { libraryOf, memoryHost, memoryLibrary, promptTurn, samplePermissions, transcriptFrom } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { at, ours, potter, sampleRecords } from "../../test/projects/sample-records.ts";
import { placeOf } from "./find/place-of.ts";
import type { NewRecord } from "./log/log-record.ts";
import { newProgressFile } from "./progress-file/new-progress-file.ts";
import { readProject } from "./read-project.ts";
import { findSessions } from "./round-sessions.ts";
import { summariseProject } from "./summarise-project.ts";
import { viewProject } from "./view-project.ts";

const main = newProgressFile({ goal: "Port the parser", gitCommit: "abc", gitBranch: "main" });

function read(log: string | null, more: { origin?: ProjectOrigin; folder?: string; main?: string | null } = {}) {
  const { origin = "reprise", folder = "2026/11/17/2" } = more;
  const place = placeOf(`/w/.${origin}/projects/${folder}`, { real: (path) => path });
  if (!place) throw new Error("no place");
  const progress = more.main === undefined ? main : more.main;
  const host = memoryHost({
    ...(log === null ? {} : { [place.logFile]: log }),
    ...(progress === null ? {} : { [place.progressFile]: progress }),
  });
  return readProject(place, host);
}

const none = memoryLibrary([]);
const planned = { plan: async () => samplePermissions };
const records = (count: number) => sampleRecords.slice(0, count).map(ours).join("");
const ended = (outcome: string, { current = 1, total = 1 } = {}) =>
  [
    { type: "project_started", user_message: null, user_prompt_file: "MAIN.md" },
    { type: "round_started", current, total },
    { type: "round_configured", thread_id: "t1", rollout_path: "/h/1.jsonl" },
    { type: "round_finished", outcome: { type: outcome, message: "m" } },
  ]
    .map(potter)
    .join("");

describe("a project in a list", () => {
  it("has what its log and its progress file say, and fits the schema", () => {
    const summary = summariseProject(read(records(99)));
    expect(projectSchema.parse(summary)).toEqual({
      path: "/w/.reprise/projects/2026/11/17/2",
      origin: "reprise",
      workspace: "/w",
      goal: "Port the parser",
      title: "Port the parser",
      state: "parked",
      unfinishedRound: 3,
      branch: "main",
      agent: "claude",
      owner: null,
      parkedUntil: "2026-11-17T18:00:00.000Z",
      createdAt: at,
      updatedAt: at,
      problem: null,
      rounds: 3,
    });
  });

  it("is called by the first paragraph of its goal until its agent has named it", () => {
    const goal = "Port the parser\nto the new tree\n\nKeep every public function.";
    const long = newProgressFile({ goal, gitCommit: null, gitBranch: null });
    expect(summariseProject(read(null, { main: long })).title).toBe("Port the parser to the new tree");
  });

  it.each<[string, string | null, string, number | null]>([
    ["the goal was met", records(9), "succeeded", null],
    ["the goal was met and a crash came before the end of the round", records(8), "succeeded", null],
    ["a round has no end", records(12), "interrupted", 3],
    ["a round has no thread", records(6), "interrupted", 2],
    ["no round has started", records(1), "interrupted", null],
    ["there is no log yet", null, "interrupted", null],
    ["work ended between two rounds", records(5), "interrupted", null],
    [
      "a round was parked and then continued",
      records(99) + ours(sampleRecords[3] as NewRecord).replace('"number":1', '"number":3'),
      "interrupted",
      3,
    ],
  ])("when %s", (_what, log, state, unfinishedRound) => {
    expect(summariseProject(read(log))).toMatchObject({ state, unfinishedRound });
  });

  it.each([
    ["completed", "rounds-used"],
    ["user_requested", "stopped"],
    ["interrupted", "stopped"],
    ["task_failed", "failed"],
    ["fatal", "failed"],
  ])("whose last outcome was %s is %s", (outcome, state) => {
    expect(summariseProject(read(ended(outcome), { origin: "codexpotter" })).state).toBe(state);
  });

  it("of CodexPotter has its date from its folder and its goal from its progress file", () => {
    const local = new Date(2026, 1, 28, 0, 0, 3).toISOString();
    for (const folder of ["2026/02/28/3", "20260228_3"])
      expect(summariseProject(read(ended("completed"), { origin: "codexpotter", folder }))).toMatchObject({
        goal: "Port the parser",
        createdAt: local,
        agent: "codex",
      });
  });

  it("that is damaged says where, and one of an older version that it cannot be continued", async () => {
    const damaged = await viewProject(read(`${records(5)}nonsense\n${records(3)}`), none, planned);
    expect(damaged.state).toBe("damaged");
    expect(damaged.problem).toMatch(/rounds\.jsonl:6: expected a record in JSON, found nonsense$/);
    expect(damaged.next.refusal).toContain("rounds.jsonl:6: expected a record in JSON");
    const older = summariseProject(read(null, { origin: "codexpotter" }));
    expect(older).toMatchObject({ state: "damaged", goal: "Port the parser", rounds: 0 });
    expect(older.problem).toContain("unsupported: made by an older version of CodexPotter, which kept no log");
  });

  it("with a torn line is usable, and one without a progress file too", async () => {
    const torn = await viewProject(read(`${records(12)}{"v":1`), none, planned);
    expect(torn).toMatchObject({ state: "interrupted", next: { kind: "continue-round", refusal: null } });
    expect(torn.problem).toContain("a line that was cut off");
    const without = summariseProject(read(records(12), { main: null }));
    expect(without).toMatchObject({ goal: "Port the parser", state: "interrupted" });
    expect(without.problem).toBe("/w/.reprise/projects/2026/11/17/2/MAIN.md: the file is missing");
  });
});

describe("a project in full", () => {
  const updatedAt = "2026-11-17T15:00:00.000Z";
  const seed = { thread: "t1", agent: "codex", updatedAt, turns: [promptTurn("x")] };

  it("has its rounds with their sessions, its tasks and what is next, and fits the schema", async () => {
    const view = await viewProject(read(records(99)), memoryLibrary([seed]), planned);
    expect(projectViewSchema.parse(view)).toEqual(view);
    expect(view.rounds).toMatchObject([
      { number: 1, session: "codex:t1", outcome: { type: "completed" }, tokens: 1200, isSuccess: false },
      { number: 2, session: null, isSuccess: true, problem: "The log of codex:t2 is not found." },
      {
        number: 3,
        outcome: null,
        problem: "The log of claude:t3 is not found; it was recorded in /h/3.jsonl.",
      },
    ]);
    expect(view.next).toEqual({
      kind: "continue-round",
      rounds: 3,
      refusal: null,
      permissions: samplePermissions,
    });
    expect(view.problems).toHaveLength(2);
  });

  it("offers ten more rounds when none is open", async () => {
    expect((await viewProject(read(records(9)), none, planned)).next).toEqual({
      kind: "new-rounds",
      rounds: 10,
      refusal: null,
      permissions: samplePermissions,
    });
  });

  it("a log cannot ask for more rounds than the person does", async () => {
    const many = [
      { type: "project_started", user_message: null, user_prompt_file: "MAIN.md" },
      { type: "round_started", current: 3, total: 9999 },
      { type: "round_configured", thread_id: "t1", rollout_path: "/h/1.jsonl" },
    ];
    const project = read(many.map(potter).join(""), { origin: "codexpotter", folder: "2026/03/01/1" });
    const next = async (rounds?: number) => (await viewProject(project, none, { ...planned, rounds })).next;
    expect(await next()).toMatchObject({ kind: "continue-round", rounds: 10 });
    expect(await next(50)).toMatchObject({ kind: "continue-round", rounds: 50 });
  });

  it("says why its rounds cannot be given what the log asks for", async () => {
    const refuse = () => Promise.reject(new SessionError("refused", "Its log names more."));
    expect((await viewProject(read(records(9)), none, { plan: refuse })).next).toMatchObject({
      refusal: "Its log names more.",
      permissions: null,
    });
  });

  it("takes the session of the recorded home when two have the thread, archived or compressed", async () => {
    const { session, turns, damage } = transcriptFrom(seed);
    const at = (path: string) => {
      const files = [{ path, sizeBytes: 1, role: "main" as const }];
      return { session: { ...session, title: path, files }, turns, damage };
    };
    const [one, other] = [at("/a/archived_sessions/1.jsonl.zst"), at("/b/sessions/9.jsonl")];
    const library = libraryOf([one, other]);
    const find: typeof library.find = (text) => {
      if (!text.includes("/")) {
        const candidates = ["/b/sessions/9.jsonl", "/a/archived_sessions/1.jsonl.zst"];
        throw new SessionError("ambiguous", "two", { candidates });
      }
      return library.find(text);
    };
    const [found] = await findSessions(read(records(5)).log.rounds, { find: async (text) => find(text) });
    expect(found).toEqual({ session: one.session, problem: null });
  });

  it("is refused while a living process works on it", async () => {
    const owner = { pid: 7, program: "reprise", terminal: null };
    const project = { ...read(records(12)), owner };
    const view = await viewProject(project, none, planned);
    expect(view).toMatchObject({ state: "running", owner });
    expect(view.next.refusal).toBe("reprise (process 7) works on it. Wait until it ends, or end it.");
  });
});
