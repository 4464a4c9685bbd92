import type { ProjectEvent, Timestamp } from "@reprise/model";
import { SessionError } from "@reprise/model";
import { projectAnswerSchema, projectLineSchema, projectsSchema } from "@reprise/model/schema";
import { samplePermissions, sampleProject, sampleProjectPath, sampleProjectRow, sampleRound } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import type { ProjectScript, ScriptedStep } from "../../../test/support/projects.ts";
import { run } from "../../../test/support/run.ts";
import { session, turn } from "../../../test/support/sessions.ts";

const opened: ProjectEvent = {
  type: "project-opened",
  project: sampleProjectRow({ state: "running" }),
  permissions: samplePermissions,
};
const started: ProjectEvent = { type: "round-started", number: 1, current: 1, total: 2 };
const said = (key: string, text: string): ProjectEvent => ({
  type: "item",
  key,
  isComplete: true,
  item: { kind: "reply", text },
});
const effects = { tokens: 1200, files: ["a.ts"], commits: [{ hash: "a".repeat(40), subject: "Port it" }] };
const finished = (number: number, given: object = {}): ProjectEvent => ({
  type: "round-finished",
  number,
  isSuccess: false,
  ...effects,
  outcome: { type: "completed", message: null },
  ...given,
});
const ended: ProjectEvent = { type: "project-ended", state: "succeeded", rounds: 2, reason: null };
const twoRounds: readonly ProjectEvent[] = [
  opened,
  started,
  said("1", "I ported the lexer."),
  finished(1),
  { type: "round-started", number: 2, current: 2, total: 2 },
  said("1", "Nothing is left to do."),
  finished(2, { isSuccess: true, commits: [{ hash: "b".repeat(40), subject: "Test it" }] }),
  ended,
];
const scripted = (steps: readonly ScriptedStep[], more: ProjectScript = {}) => ({
  projects: () => ({ steps, ...more }),
});

describe("project start", () => {
  test("prints each round, what it did, and how it ended", async () => {
    const ran = await run(["project", "start", "Port the parser"], scripted(twoRounds));
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("── Round 1/2 ─");
    expect(ran.stdout).toContain("I ported the lexer.");
    expect(ran.stdout).toContain("Round 1/2 · completed · 0 s · 1,200 tokens · 1 commit · 1 file changed");
    expect(ran.stdout).toContain("  aaaaaaaa Port it");
    expect(ran.stdout).toContain("Nothing is left to do.");
    expect(ran.stdout).toContain("Round 2/2 · goal met");
    expect(ran.stdout).toContain("Goal met after 2 rounds.\n0 s · 2 commits (aaaaaaaa → bbbbbbbb)");
    expect(ran.stderr).toContain(`Project: ${sampleProjectPath}`);
    expect(ran.stderr).toContain(`To continue: reprise project resume ${sampleProjectPath}`);
    expect(ran.projects.done[0]).toEqual([
      "start",
      {
        goal: "Port the parser",
        cwd: "/home/shop",
        agent: "codex",
        settings: {},
        rounds: 10,
        untilTime: null,
        maxTokens: null,
      },
    ]);
    expect(ran.projects.done.at(-1)).toEqual(["close"]);
  });

  test("takes the goal from stdin, and its bounds and settings from options", async () => {
    const line = "project start - --rounds 3 --agent claude --sandbox read-only --model m --max-tokens 500";
    const ran = await run(`${line} --until-time 2h`, {
      stdin: "A goal\nof two lines\n",
      ...scripted([ended]),
    });
    expect(ran.projects.done[0]?.[1]).toEqual({
      goal: "A goal\nof two lines",
      cwd: "/home/shop",
      agent: "claude",
      settings: { sandbox: "read-only", model: "m" },
      rounds: 3,
      untilTime: "2026-11-16T14:00:00.000Z",
      maxTokens: 500,
    });
  });

  test("an empty goal is bad use, and so is a project without a command", async () => {
    expect((await run("project start", { stdin: " \n" })).code).toBe(2);
    const bare = await run("project");
    expect([bare.code, bare.stderr]).toEqual([
      2,
      "reprise: project needs a command. It has start, resume, list, show.\n",
    ]);
    expect((await run("project strat x")).stderr).toContain("Did you mean reprise project start?");
    expect((await run("project --help")).stdout).toContain("project resume [PATH]");
    expect((await run("help project")).stdout).toBe((await run("project -h")).stdout);
  });

  test("--dry-run says what it would do, and does nothing", async () => {
    const ran = await run(["project", "start", "--dry-run", "--rounds", "2", "Port it"]);
    expect(ran.stdout).toContain("at most 2 rounds\n  > Port it\nNothing was done.");
    expect(ran.projects.done).toEqual([]);
    const asJson = await run(["project", "start", "--dry-run", "--json", "Port it"]);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ goal: "Port it", rounds: 10 });
  });

  test("--json prints one event a line, and last how it ended", async () => {
    const ran = await run("project start --json goal", scripted(twoRounds));
    const lines = ran.stdout
      .trim()
      .split("\n")
      .map((line) => projectLineSchema.parse(JSON.parse(line)));
    expect(lines.map(({ type }) => type)).toEqual([...twoRounds.map(({ type }) => type), "done"]);
    expect(lines.at(-1)).toEqual({ type: "done", path: sampleProjectPath, state: "succeeded", rounds: 2 });
    expect(ran.stderr).toBe("");
  });

  test("a failed round says why and exits with 1; one that was stopped exits with 0", async () => {
    const failed = finished(1, { outcome: { type: "task_failed", message: "No such model." } });
    const end = { ...ended, state: "failed", rounds: 1, reason: "No such model." } as const;
    const ran = await run("project start goal", scripted([opened, started, failed, end]));
    expect(ran.stdout).toContain("Round 1/2 · failed: No such model.");
    expect(ran.stdout).toContain("Failed after 1 round: No such model.");
    expect(ran.code).toBe(1);
    const stopped = await run("project start goal", scripted([opened, { ...ended, state: "stopped" }]));
    expect(stopped.code).toBe(0);
  });

  test("says when it tries again, and until when it is parked", async () => {
    const failure = { kind: "transport", message: "Connection lost.", resetsAt: null } as const;
    const at = "2026-11-17T10:00:00.000Z" as Timestamp;
    const ran = await run(
      "project start goal",
      scripted([
        started,
        { type: "recovering", number: 1, attempt: 2, attempts: 10, at, failure },
        { type: "round-continued", number: 1, thread: null, reason: "the connection was lost" },
        { type: "parked", number: 1, until: at, failure: { ...failure, kind: "limit", message: "Limit." } },
        ended,
      ]),
    );
    expect(ran.stderr).toMatch(/Connection lost\. Attempt 2 of 10 at 2026-11-17/);
    expect(ran.stderr).toMatch(/Limit\. Parked until 2026-11-17/);
    expect(ran.stdout).toContain("── Round 1/2 continues: the connection was lost ─");
  });
});

describe("an interrupt", () => {
  const paused: ProjectEvent = { type: "round-paused", number: 1 };
  const interrupted = (keys: string, after: readonly ProjectEvent[] = [finished(1), ended]) =>
    run("project start goal --plain", {
      keys,
      projects: (press) => ({ steps: [opened, started, () => press("SIGINT"), paused, ...after] }),
    });

  test("pauses the round and asks; c continues it", async () => {
    const ran = await interrupted("c");
    expect(ran.stderr).toContain("Interrupting the round…");
    expect(ran.stderr).toContain("The round is paused. [c] Continue the round  [s] Stop here");
    expect(ran.projects.done.slice(1, 3)).toEqual([["interrupt"], ["continueRound"]]);
    expect(ran.stdout).toContain("Goal met after 2 rounds.");
  });

  test("s stops the project", async () => {
    const ran = await interrupted("s");
    expect(ran.projects.done.slice(1, 3)).toEqual([["interrupt"], ["stop"]]);
    expect(ran.code).toBe(0);
  });

  test.each(["interrupt", "escape"])("%s at the question leaves the round to be resumed", async (key) => {
    const ran = await interrupted(key);
    expect(ran.projects.done.slice(1, 3)).toEqual([["interrupt"], ["end"]]);
    expect(ran.stderr).toContain(`To continue: reprise project resume ${sampleProjectPath}`);
    expect(ran.code).toBe(1);
  });

  test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)("%s ends it at once if nobody can be asked", async (signal) => {
    const end = { ...ended, state: "interrupted", rounds: 0 } as const;
    const ran = await run("project start goal", {
      projects: (press) => ({ steps: [opened, started, () => press(signal), end] }),
    });
    expect(ran.projects.done[1]).toEqual(["end"]);
    expect(ran.stderr).toContain("To continue: reprise project resume");
    expect(ran.code).toBe(1);
  });
});

describe("project resume", () => {
  const unfinished = sampleProject({
    state: "interrupted",
    unfinishedRound: 2,
    rounds: [sampleRound(1), sampleRound(2, { outcome: null, endedAt: null })],
    next: { kind: "continue-round", rounds: 9, refusal: null, permissions: samplePermissions },
  });
  const continued: ProjectEvent = { type: "round-continued", number: 2, thread: null, reason: "resumed" };

  test("without a terminal it continues at once", async () => {
    const ran = await run(
      "project resume 2026/11/17/1",
      scripted([continued, finished(2), ended], { views: [unfinished] }),
    );
    expect(ran.stdout).toContain("── Round 2/10 continues: resumed ─");
    expect(ran.stdout).toContain("Round 2/10 · completed");
    expect(ran.projects.done[0]).toEqual([
      "resume",
      { agent: null, settings: {}, isFresh: false, rounds: 10, untilTime: null, maxTokens: null },
    ]);
  });

  test("with --plain it shows what happened, then asks", async () => {
    const contents = {
      sessions: [session("thread-1"), session("thread-2")],
      turns: [turn(1, [{ kind: "reply", text: "Done so far." }])],
    };
    const steps = [continued, finished(2), ended];
    const asked = (keys: string) =>
      run("project resume 2026/11/17/1 --plain", {
        keys,
        contents,
        ...scripted(steps, { views: [unfinished] }),
      });
    const yes = await asked("y");
    expect(yes.stdout).toContain("━━ Round 1/10 · completed · 2 min 05 s");
    expect(yes.stdout).toContain("━━ Round 2/10 · cut off");
    expect(yes.stdout.indexOf("Done so far.")).toBeLessThan(yes.stdout.indexOf("continues"));
    expect(yes.stderr).toContain("Continue & iterate 9 more rounds? [y/n]");
    expect(yes.projects.done[0]?.[0]).toBe("resume");
    const no = await asked("n");
    expect([no.code, no.projects.done]).toEqual([0, [["close"]]]);
    expect((await asked("escape")).projects.done).toEqual([["close"]]);
  });

  test("an unknown path exits with 3, a busy one with 4, one that cannot be continued with 5", async () => {
    const unknown = await run("project resume nowhere");
    expect([unknown.code, unknown.stderr]).toEqual([3, "reprise: There is no project at nowhere.\n  nowhere\n"]);
    const refusing = (code: "busy" | "refused") =>
      run("project resume 2026/11/17/1", { projects: () => ({ refusal: new SessionError(code, "No.") }) });
    expect([(await refusing("busy")).code, (await refusing("refused")).code]).toEqual([4, 5]);
  });

  test("without a path and without a terminal it names the projects there are", async () => {
    const ran = await run("project resume --json", { projects: () => ({ summaries: [sampleProjectRow()] }) });
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stderr).error.candidates).toEqual([sampleProjectPath]);
  });

  test("--dry-run says what would be done", async () => {
    const ran = await run("project resume 2026/11/17/1 --dry-run", {
      projects: () => ({ views: [unfinished] }),
    });
    expect(ran.stdout).toContain(`Continue & iterate 9 more rounds: reprise project resume ${sampleProjectPath}`);
    expect(ran.projects.done).toEqual([["close"]]);
  });
});

describe("project list", () => {
  const damaged = sampleProjectRow({
    path: "/home/shop/.codexpotter/projects/2026/11/16/1",
    origin: "codexpotter",
    state: "damaged",
    rounds: 0,
    problem: "potter-rollout.jsonl, line 3: expected round_started, found round_finished",
  });
  const running = sampleProjectRow({
    state: "running",
    owner: { pid: 7, program: "reprise", terminal: null },
  });
  const parkedUntil = "2026-11-17T18:00:00.000Z" as Timestamp;
  const parked = sampleProjectRow({ state: "parked", parkedUntil, unfinishedRound: 2 });
  const given = { projects: () => ({ summaries: [running, parked, damaged] }) };

  test("has a row for each, and the reason of a damaged one", async () => {
    const { stdout, code } = await run("project list", { terminal: 80, ...given });
    expect(code).toBe(0);
    expect(stdout).toMatch(/CREATED +UPDATED +STATE +ROUNDS +BRANCH +GOAL/);
    expect(stdout).toContain(`  ${sampleProjectPath}\n`);
    expect(stdout).toContain("runs in reprise (process 7)");
    expect(stdout).toContain("line 3: expected round_started, found round_finished");
    expect(stdout).toContain("by CodexPotter");
    expect(stdout).toMatch(/parked until 2026-11-17/);
    expect(stdout).toContain("3 projects in this workspace");
  });

  test("without projects it says how to start one", async () => {
    expect((await run("project list")).stdout).toContain('reprise project start "GOAL"');
  });

  test("--json has every field", async () => {
    const { stdout } = await run("project list --json --all", given);
    expect(projectsSchema.parse(JSON.parse(stdout)).projects).toHaveLength(3);
  });
});

describe("project show", () => {
  const contents = {
    sessions: [session("thread-1"), session("thread-2")],
    turns: [turn(1, [{ kind: "reply", text: "Done so far." }])],
  };

  test("prints the facts and the conversation of each round", async () => {
    const lost = sampleRound(3, { session: null, problem: "Its log is not found." });
    const view = sampleProject({
      rounds: [sampleRound(1), sampleRound(2), lost],
      problems: ["rounds.jsonl, line 9: torn"],
    });
    const { stdout, stderr } = await run("project show 2026/11/17/1", {
      contents,
      projects: () => ({ views: [view] }),
    });
    expect(stdout).toMatch(/Project +\/home\/shop\/\.reprise/);
    expect(stdout).toMatch(/To do +the tests/);
    expect(stdout.match(/Done so far\./g)).toHaveLength(2);
    expect(stdout).toContain("Its log is not found.");
    expect(stdout).toContain("rounds.jsonl, line 9: torn");
    expect(stderr).toContain("To continue: reprise project resume");
  });

  test("prints the title that the agent gave, and the goal if it says more", async () => {
    const shown = async (part: { title: string; goal: string }) => {
      const projects = () => ({ views: [sampleProject(part)] });
      return (await run("project show 2026/11/17/1", { contents, projects })).stdout;
    };
    const titled = await shown({ title: "New parser", goal: "Port the parser\nand its tests" });
    expect(titled).toMatch(/Title +New parser\nGoal +Port the parser.*and its tests\nState/);
    const plain = await shown({
      title: "Port the parser and its tests",
      goal: "Port the parser\nand its tests",
    });
    expect(plain).toMatch(/Title +Port the parser and its tests\nState/);
  });

  test("--json has the turns of each round", async () => {
    const lost = sampleRound(3, { session: null, problem: "Its log is not found." });
    const view = sampleProject({ rounds: [sampleRound(1), lost] });
    const { stdout } = await run("project show 2026/11/17/1 --json", {
      contents,
      projects: () => ({ views: [view] }),
    });
    const shown = projectAnswerSchema.parse(JSON.parse(stdout));
    expect(shown.rounds.map(({ turns }) => turns.length)).toEqual([1, 0]);
    expect(shown.goal).toBe("Port the parser");
  });
});
