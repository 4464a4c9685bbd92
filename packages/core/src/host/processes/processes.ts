import type { Owner } from "@reprise/model";

export interface Processes {
  /** Which of these files have somebody who holds an advisory write lock, and who; null where the system cannot tell. */
  lockHolders(paths: readonly string[]): ReadonlyMap<string, number> | null;
  /** A process is alive only if it also started when it was said to have started; null means the start is not known. */
  isAlive(pid: number, start: string | null): boolean;
  /** What the system says of its start: clock ticks since boot on Linux, a date elsewhere; null where it cannot tell. */
  startOf(pid: number): string | null;
  /** Changes with every start of the machine; null where the system does not name its starts. */
  bootId(): string | null;
  describe(pid: number): Owner;
  /** Asks a process of ours to stop what it does, as Ctrl-C would. */
  interrupt(pid: number): void;
  /** Living processes with their command line and working directory; null where the system cannot tell. */
  running(): readonly RunningProcess[] | null;
  /** Those whose environment holds the variable, by its value there; null where the system cannot tell. */
  marked(variable: string): ReadonlyMap<string, readonly RunningProcess[]> | null;
}

export interface RunningProcess {
  readonly pid: number;
  /** Its words; where the system tells only the whole line, what stands between blanks. */
  readonly command: readonly string[];
  readonly cwd: string | null;
  readonly startedAtMs: number;
}
