import type { WorkStatus } from "@reprise/model";

export function outcomeOf(status: WorkStatus, exitCode: number | null): string {
  if (exitCode !== null) return `exit ${exitCode}`;
  return status === "open" ? "no outcome recorded" : status;
}
