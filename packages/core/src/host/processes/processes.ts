import type { Owner } from "@reprise/model";

export interface Processes {
  /** Pids that hold an advisory write lock, by file; null if the system cannot tell. */
  lockHolders(paths: readonly string[]): ReadonlyMap<string, number> | null;
  /** True only if the start time matches too; a null start matches any. False from the kill on: it does nothing more. */
  isAlive(pid: number, start: string | null): boolean;
  /** Killed or exiting, and not gone yet: until then it keeps its locks. False if the system cannot tell. */
  isEnding(pid: number): boolean;
  /** Clock ticks since boot on Linux, a date elsewhere; null if unknown, ending or gone. */
  startOf(pid: number): string | null;
  /** Changes with every boot; null if unknown. */
  bootId(): string | null;
  describe(pid: number): Owner;
  /** Running processes with command line and folder; null if the system cannot tell. */
  running(): readonly RunningProcess[] | null;
  /** Processes by the value of an environment variable; null if the system cannot tell. */
  marked(variable: string): ReadonlyMap<string, readonly RunningProcess[]> | null;
}

export interface RunningProcess {
  readonly pid: number;
  /** Split at blanks if the system reports only the whole line. */
  readonly command: readonly string[];
  readonly cwd: string | null;
  readonly startedAtMs: number;
}
