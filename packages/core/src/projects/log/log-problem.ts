import type { LogProblem } from "./log-record.ts";

/** File, line, and what was expected there. */
export function problemText({ path, line, expected, found }: LogProblem): string {
  return `${path}:${line}: expected ${expected}, found ${found}`;
}
