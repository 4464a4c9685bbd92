import type { Unfinished } from "../restore.ts";
import type { Turn, WorkStatus } from "../transcript.ts";

/** For work without a recorded outcome: the same words on every face, in briefs and to models. */
const unknown = "outcome unknown: may have partly run";

/** How work ended; empty if it succeeded. */
export const workWords: Readonly<Record<WorkStatus, string>> = {
  done: "",
  failed: "failed",
  declined: "declined",
  open: unknown,
  waiting: "not run, waiting for approval",
};

/** For work without a recorded outcome in this turn. */
export function openWordsIn({ state }: Pick<Turn, "state">): string {
  return state === "working" ? "running" : unknown;
}

/** What the machine shows about work without a recorded outcome. */
export const outcomeWords: Readonly<Record<Unfinished["outcome"], string>> = {
  unknown,
  "still-running": "still running",
  done: "seems done",
  "not-done": "not done",
  "partly-done": "seems partly done",
};
