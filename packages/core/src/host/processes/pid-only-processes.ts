import type { Processes } from "./processes.ts";

/** Fallback without a process table: only checks whether a pid exists. */
export const pidOnlyProcesses: Processes = {
  lockHolders: () => null,
  isAlive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM";
    }
  },
  isEnding: () => false,
  startOf: () => null,
  bootId: () => null,
  describe: (pid) => ({ pid, program: "unknown", terminal: null }),
  running: () => null,
  marked: () => null,
};
