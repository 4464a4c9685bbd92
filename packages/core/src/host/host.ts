import type { Timestamp } from "@reprise/model";
import type { Files } from "./files/files.ts";
import type { Processes } from "./processes/processes.ts";

/** The machine, as the library sees it. Nothing below `host/` touches the machine in any other way. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
  /** Our own process. */
  readonly pid: number;
  readonly files: Files;
  readonly processes: Processes;
  now(): Timestamp;
  /** Milliseconds since an arbitrary start; for progress and time limits, never stored. */
  ticks(): number;
}
