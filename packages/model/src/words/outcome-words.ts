import type { Unfinished } from "../restore.ts";
import type { WorkStatus } from "../transcript.ts";

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

/** What the machine shows about work without a recorded outcome. */
export const outcomeWords: Readonly<Record<Unfinished["outcome"], string>> = {
  unknown,
  "still-running": "still running",
  done: "seems done",
  "not-done": "not done",
  "partly-done": "seems partly done",
};
