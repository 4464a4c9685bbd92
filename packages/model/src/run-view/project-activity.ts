import type { ProjectEvent, ProjectView, Round } from "../projects.ts";
import { parkedWords, recoveringWords } from "../words/project-words.ts";
import { doingWords, type Working, workingAfter } from "./working.ts";

/** What is happening in a project that this process works on: a fold of its events. */
export interface ProjectActivity {
  readonly phase: "starting" | "working" | "recovering" | "parked" | "paused" | "ended";
  readonly round: Pick<Round, "number" | "current" | "total"> | null;
  readonly working: Working | null;
  /** Of all rounds of this start or resume. */
  readonly tokens: number;
  /** Of the running round; null: the agent has not said. */
  readonly roundTokens: number | null;
  /** Of its finished turns, for agents that count by turn. */
  readonly turnsTokens: number;
  /** Why it waits, and until when. */
  readonly wait: string | null;
  readonly end: Extract<ProjectEvent, { type: "project-ended" }> | null;
}

export const noActivity: ProjectActivity = {
  phase: "starting",
  round: null,
  working: null,
  tokens: 0,
  roundTokens: null,
  turnsTokens: 0,
  wait: null,
  end: null,
};

/** Before the work begins: a round that is continued is known from what was recorded. */
export function activityFrom({ rounds, unfinishedRound }: ProjectView): ProjectActivity {
  const round = rounds.find(({ number }) => number === unfinishedRound);
  if (round === undefined) return noActivity;
  const { number, current, total } = round;
  return { ...noActivity, round: { number, current, total } };
}

export function activityAfter(before: ProjectActivity, event: ProjectEvent): ProjectActivity {
  switch (event.type) {
    case "project-opened":
    case "round-configured":
      return before;
    case "round-started": {
      const { number, current, total } = event;
      return { ...fresh(before), round: { number, current, total } };
    }
    case "round-continued":
      return { ...before, phase: "working", wait: null };
    case "recovering":
      return { ...before, phase: "recovering", wait: recoveringWords(event) };
    case "parked":
      return { ...before, phase: "parked", wait: parkedWords(event) };
    case "round-paused":
      return { ...before, phase: "paused", working: null, wait: null };
    case "round-finished":
      return { ...fresh(before), tokens: before.tokens + (event.tokens ?? before.roundTokens ?? 0) };
    case "project-ended":
      return { ...before, phase: "ended", working: null, wait: null, end: event };
    case "usage":
      return used(before, event);
    default: {
      const working = workingAfter(before.working, event);
      if (event.type === "turn-started")
        return { ...before, working, phase: "working", wait: null, turnsTokens: before.roundTokens ?? 0 };
      return working === before.working ? before : { ...before, working };
    }
  }
}

function fresh(before: ProjectActivity): ProjectActivity {
  return { ...before, phase: "working", working: null, roundTokens: null, turnsTokens: 0, wait: null };
}

function used(before: ProjectActivity, event: Extract<ProjectEvent, { type: "usage" }>): ProjectActivity {
  if (event.tokens === null || event.tokens === 0) return before;
  return { ...before, roundTokens: event.tokens + (event.isOfThread ? 0 : before.turnsTokens) };
}

/** One phrase: `running npm test`, `parked until …`. */
export function activityWords({ phase, working, wait }: ProjectActivity): string {
  if (wait !== null) return wait;
  if (phase === "paused") return "paused";
  if (phase === "ended") return "ended";
  return working === null ? "starting" : doingWords(working);
}
