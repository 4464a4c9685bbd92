import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/**
 * A tool's command may leave its agent's process group and outlive the agent, so that neither a group nor a parent
 * leads to it. Every process we start carries this mark in its environment and hands it down.
 */
export const familyMark = { REPRISE_TESTKIT_FAMILY: randomUUID() };

/** The live processes that descend from ours, however they were detached. Empty where there is no /proc. */
export function familyMembers(): number[] {
  const needle = `REPRISE_TESTKIT_FAMILY=${familyMark.REPRISE_TESTKIT_FAMILY}`;
  return processIds().filter((pid) => environmentOf(pid).includes(needle));
}

function processIds(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
}

/** Empty for a process that has ended meanwhile or is not ours. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}
