import type { WorkStatus } from "./transcript.ts";

/** How work ended, on every face; empty for work that is done. */
export const workWords: Readonly<Record<WorkStatus, string>> = {
  done: "",
  failed: "failed",
  declined: "declined",
  open: "outcome unknown — it may have run",
  waiting: "not run — waiting for approval",
};
