import type { Timestamp } from "@reprise/model";
import type { Files } from "./files/files.ts";
import type { Processes } from "./processes/processes.ts";

/** The only access to the machine. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  readonly files: Files;
  readonly processes: Processes;
  now(): Timestamp;
  /** Monotonic milliseconds; never stored. */
  ticks(): number;
}
