import type { WorkStatus } from "@reprise/model";

export function outcomeOf(status: WorkStatus, exitCode: number | null): string {
  if (exitCode !== null) return `exit ${exitCode}`;
  if (status === "waiting") return "not run, waiting for approval";
  return status === "open" ? "no outcome recorded" : status;
}
