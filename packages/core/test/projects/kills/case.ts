import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectState, Projects } from "@reprise/model";
import { claude, codex, disposeAll, killTogether, type Script, type TestAgent } from "@reprise/testkit";
import { runVictim } from "../../run-victim.ts";
import {
  eventsOf,
  linesOf,
  type OpenedProjects,
  openProjectStage,
  type ProjectStage,
  stepReplies,
} from "../project-stage.ts";
import type { Death, Order } from "./victim.ts";

const victim = new URL("./victim.ts", import.meta.url);

export interface KillResult {
  /** What must hold after any death and does not. */
  readonly problems: readonly string[];
  /** Of the work up to its end; null after a death. */
  readonly appends: number | null;
  readonly lines: number | null;
  readonly tookMs: number;
}

export interface Work {
  readonly agent: TestAgent;
  readonly replies: Script;
  readonly rounds: number;
  readonly sandbox: string;
  readonly state: ProjectState;
}

/** Two steps and a look at them, then the goal is met. */
export const codexWork: Work = {
  agent: codex,
  replies: stepReplies,
  rounds: 6,
  sandbox: "danger-full-access",
  state: "succeeded",
};

/** Two rounds that only talk. */
export const claudeWork: Work = {
  agent: claude,
  replies: [[{ text: "Nothing to do here, for now.", chunks: 4 }]],
  rounds: 2,
  sandbox: "workspace-write",
  state: "rounds-used",
};

/** A project with the real agent; killed; looked at; resumed until it ends. */
export async function killCase(death: Death | null, who: Order["who"], work: Work = codexWork): Promise<KillResult> {
  const { agent, replies, rounds, sandbox } = work;
  const stage = await openProjectStage("project-kill", { agent, replies });
  try {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const out = await runVictim(
      victim,
      { agent: agent.name, cwd: stage.workspace, rounds, sandbox, death, who },
      stage.env,
      (pid) => {
        if (death !== null && "afterMs" in death) timer = setTimeout(() => kill(pid, who), death.afterMs);
      },
    );
    clearTimeout(timer);
    const tookMs = performance.now() - startedAt;
    await disposeAll();
    const counts = /\{"appends":(\d+),"lines":(\d+)\}/.exec(out);
    const opened = await stage.open();
    try {
      const isEarly = death !== null && "afterMs" in death;
      const problems = await afterwards(stage, opened, { ...work, isWhole: counts !== null, isEarly });
      return {
        problems,
        tookMs,
        appends: counts ? Number(counts[1]) : null,
        lines: counts ? Number(counts[2]) : null,
      };
    } finally {
      await opened.close();
    }
  } finally {
    await stage.close();
  }
}

function kill(pid: number, who: Order["who"]): void {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = who === "both" && existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  killTogether([...(children === "" ? [] : children.split(" ").map(Number)), pid]);
}

async function afterwards(
  stage: ProjectStage,
  { projects, library }: OpenedProjects,
  work: Work & {
    readonly isWhole: boolean;
    /** It may have died before there was a project. */
    readonly isEarly: boolean;
  },
): Promise<string[]> {
  const [listed, ...others] = await projects.list({ workspace: stage.workspace });
  if (!listed && work.isEarly && (await library.list({ scope: "all", includeEmpty: true })).total === 0) return [];
  if (!listed || others.length > 0) return [`${others.length + (listed ? 1 : 0)} projects are listed`];
  if (work.isWhole) return listed.state === work.state ? [] : [`a whole project is ${listed.state}`];
  if (listed.state === "running") return ["the dead work is said to be running"];
  if (listed.state === "damaged") return [`damaged: ${listed.problem}`];
  const before = listed.rounds;
  const stuck = await resumed(projects, listed.path, work);
  if (stuck.length > 0) return stuck;
  return [...(await logProblems(listed.path, before, projects, work)), ...(await threadProblems(listed.path, library))];
}

async function resumed(projects: Projects, path: string, { sandbox, rounds, state }: Work): Promise<string[]> {
  const run = await projects.resume(path, { settings: { sandbox }, rounds });
  const last = (await eventsOf(run)).at(-1);
  const isMet = last?.type === "project-ended" && last.state === state;
  return isMet ? [] : [`the resumed project ended with ${JSON.stringify(last)}`];
}

/** Rounds are numbered without a gap, each begins once and ends once, and only success ends the project. */
async function logProblems(path: string, before: number, projects: Projects, { state }: Work): Promise<string[]> {
  const problems: string[] = [];
  const view = await projects.view(path);
  if (view.problems.length > 0) problems.push(...view.problems);
  const log = linesOf(join(path, "rounds.jsonl"));
  const count = (type: string, number: number) =>
    log.filter((line) => line.type === type && line.number === number).length;
  if (log.filter(({ type }) => type === "project_started").length !== 1) problems.push("not one start");
  for (const [index, round] of view.rounds.entries()) {
    if (round.number !== index + 1) problems.push(`round ${index + 1} has number ${round.number}`);
    for (const type of ["round_started", "round_configured", "round_finished"])
      if (count(type, round.number) !== 1)
        problems.push(`round ${round.number}: ${count(type, round.number)} × ${type}`);
    if (round.outcome?.type !== "completed") problems.push(`round ${round.number}: ${JSON.stringify(round.outcome)}`);
  }
  if (view.rounds.length < before) problems.push("a round is gone");
  if (view.state !== state) problems.push(`it ended as ${view.state}`);
  return problems;
}

/** Every thread that got a prompt is a round of the log: no work was done twice, none is forgotten. */
async function threadProblems(path: string, library: OpenedProjects["library"]): Promise<string[]> {
  const known = new Set(linesOf(join(path, "rounds.jsonl")).map(({ thread_id }) => thread_id));
  const { sessions } = await library.list({ scope: "all" });
  return sessions.flatMap(({ thread, turnCount }) =>
    known.has(thread) || turnCount === 0 ? [] : [`thread ${thread} belongs to no round`],
  );
}
