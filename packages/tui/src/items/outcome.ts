import { type WorkStatus, workWords } from "@reprise/model";
import type { RowOptions } from "./row-options.ts";

/** The outcome of work, painted; empty if it simply succeeded. */
export function paintedOutcome(status: WorkStatus, { theme, openWords }: RowOptions): string {
  if (status === "done") return "";
  if (status === "open") return theme("warn", openWords ?? workWords.open);
  return theme(status === "waiting" ? "warn" : "bad", workWords[status]);
}
