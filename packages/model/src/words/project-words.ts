import type { Timestamp } from "../ids.ts";
import type { NextStep, ProjectEvent, ProjectState, ProjectSummary, Round, RoundPermissions } from "../projects.ts";
import { failureWords } from "../run-view/words.ts";
import { elapsedText } from "../run-view/working.ts";
import type { Owner } from "../session.ts";
import { zonedTime } from "../text/clock.ts";
import { count } from "../text/count.ts";
import { exactLine } from "../text/exact-text.ts";
import { settingWords } from "./setting-words.ts";

export const projectStateWords: Readonly<Record<ProjectState, string>> = {
  running: "running",
  parked: "parked",
  interrupted: "interrupted",
  succeeded: "goal met",
  stopped: "stopped",
  failed: "failed",
  "rounds-used": "out of rounds",
  damaged: "damaged",
};

/** How a round went, for a colour or a mark. */
export type RoundKind = "met" | "completed" | "stopped" | "failed" | "running" | "unfinished";

/** `isRunning`: a living process works on the project. */
export function roundKind({ outcome, isSuccess }: Round, isRunning: boolean): RoundKind {
  if (outcome === null) return isRunning ? "running" : "unfinished";
  if (isSuccess) return "met";
  if (outcome.type === "completed") return "completed";
  return outcome.type === "task_failed" || outcome.type === "fatal" ? "failed" : "stopped";
}

/** A letter or sign for each, where there is no colour. */
export const roundMarks: Readonly<Record<RoundKind, string>> = {
  met: "✓",
  completed: "=",
  stopped: "s",
  failed: "x",
  running: ">",
  unfinished: "?",
};

export const roundKindWords: Readonly<Record<RoundKind, string>> = {
  met: "goal met",
  completed: "completed",
  stopped: "stopped",
  failed: "failed",
  running: "running",
  unfinished: "cut off",
};

/** `Round 3/10`: in the start or resume it belongs to. */
export function roundWords({ current, total }: Pick<Round, "current" | "total">): string {
  return `Round ${current}/${total}`;
}

/** `failed: out of credits`. */
export function roundOutcomeWords(round: Round, isRunning: boolean): string {
  const words = roundKindWords[roundKind(round, isRunning)];
  const message = round.outcome?.message;
  return message ? `${words}: ${exactLine(message)}` : words;
}

type Effects = Pick<Round, "tokens" | "commits" | "files">;

/** `12,400 tokens · 2 commits · 3 files changed`; what was not recorded is left out. */
export function effectsWords({ tokens, commits, files }: Effects): string {
  return [
    tokens === null ? null : count(tokens, "token"),
    commits === null ? null : count(commits.length, "commit"),
    files === null ? null : `${count(files.length, "file")} changed`,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** Milliseconds; null if its start or end is not recorded. A running round counts up to `now`. */
export function roundDuration({ startedAt, endedAt }: Round, now: Timestamp | null = null): number | null {
  const end = endedAt ?? now;
  if (startedAt === null || end === null) return null;
  const ms = Date.parse(end) - Date.parse(startedAt);
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** One line about a round: `Round 3/10 · completed · 2 min 05 s · 12,400 tokens · 1 commit · 2 files changed`. */
export function roundSummaryWords(round: Round, isRunning: boolean, now: Timestamp | null = null): string {
  const ms = roundDuration(round, isRunning ? now : null);
  return [
    roundWords(round),
    roundOutcomeWords(round, isRunning),
    ms === null ? "" : elapsedText(ms),
    effectsWords(round),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** `Iterate 10 more rounds`, or for an unfinished round `Continue & iterate 3 more rounds`. */
export function nextStepWords({ kind, rounds }: Pick<NextStep, "kind" | "rounds">): string {
  const more = `terate ${count(rounds, "more round")}`;
  return kind === "continue-round" ? `Continue & i${more}` : `I${more}`;
}

/** `Permissions: workspace-write, approvals never (as in the last round)` */
export function roundPermissionsText(permissions: RoundPermissions): string {
  const { agent, sandbox, approvalPolicy, source, narrowed } = permissions;
  const words = [
    ...(sandbox === null ? [] : [exactLine(sandbox)]),
    ...(approvalPolicy === null ? [] : [`${settingWords.approvalPolicy} ${exactLine(approvalPolicy)}`]),
  ];
  if (words.length === 0) return `Permissions: as ${agent} is configured`;
  const claimed = narrowed.map(({ recorded }) => exactLine(recorded)).join(", ");
  const more = claimed === "" ? "" : `; its log names ${claimed}, --sandbox allows it`;
  return `Permissions: ${words.join(", ")} (${roundSourceWords[source]}${more})`;
}

const roundSourceWords: Readonly<Record<RoundPermissions["source"], string>> = {
  named: "as you named them",
  journal: "as in the last round",
  configuration: "as you have it",
  default: "the agent's default",
};

/** What a person chooses from while a round is paused. */
export const pausedWords = {
  question: "The round is paused.",
  continue: "Continue the round",
  stop: "Stop here",
} as const;

export function recoveringWords(event: Extract<ProjectEvent, { type: "recovering" }>): string {
  const { attempt, attempts, at, failure } = event;
  return `${failureWords({ ...failure, resetsAt: null })} Attempt ${attempt} of ${attempts} at ${zonedTime(at)}.`;
}

export function parkedWords({ until, failure }: Extract<ProjectEvent, { type: "parked" }>): string {
  return failureWords({ ...failure, resetsAt: until });
}

/** `Goal met after 3 rounds.`, with the reason if there is one. */
export function projectEndWords(event: Extract<ProjectEvent, { type: "project-ended" }>): string {
  const { state, rounds, reason } = event;
  const [first = "", ...rest] = projectStateWords[state];
  if (state === "rounds-used" && reason === null) return `All ${count(rounds, "round")} are used.`;
  const words = `${first.toUpperCase()}${rest.join("")} after ${count(rounds, "round")}`;
  return reason === null ? `${words}.` : `${words}: ${exactLine(reason)}`;
}

export function projectOwnerWords({ program, pid }: Owner): string {
  return `${exactLine(program)} (process ${pid}) works on this project. It can be watched here, and continued once that has ended.`;
}

/** In a list: the state, or why it cannot be used. */
export function projectStateLine({ state, problem, parkedUntil }: ProjectSummary): string {
  if (state === "damaged") return problem === null ? "damaged" : `damaged: ${exactLine(problem)}`;
  if (state === "parked" && parkedUntil !== null) return `parked until ${zonedTime(parkedUntil)}`;
  return projectStateWords[state];
}
