import type { Owner } from "@reprise/model";

export interface Processes {
  /** Pids that hold an advisory write lock on the file with this inode; null where the system cannot tell. */
  lockHolders(): ReadonlyMap<number, number> | null;
  /** A process is alive only if it also started when it was said to have started; null means the start is not known. */
  isAlive(pid: number, startTicks: string | null): boolean;
  /** Clock ticks since boot, as the kernel counts them; null where the system cannot tell. */
  startOf(pid: number): string | null;
  describe(pid: number): Owner;
  /** Asks a process of ours to stop what it does, as Ctrl-C would. */
  interrupt(pid: number): void;
  /** Living processes with their command line and working directory; empty where the system cannot tell. */
  running(): readonly RunningProcess[];
}

export interface RunningProcess {
  readonly pid: number;
  readonly command: readonly string[];
  readonly cwd: string | null;
  readonly startedAtMs: number;
}
