/**
 * The one place of core that touches the machine: files, processes, databases, git, the network, the clock, the environment.
 *
 * - the machine as everything else sees it: this file; the real one: node-host.ts
 * - where our own files are: own-folders.ts
 * - how files are read: files/files.ts, files/node-files.ts; what an open list notices: files/folder-tree.ts, files/watch-folders.ts
 * - how a file is replaced whole: files/replace-file.ts; what grows is for log/: files/append-file.ts; who may write: files/lock.ts
 * - which processes run, and whether one is still the same: processes/processes.ts, processes/process-identity.ts
 * - how a program is found and started: processes/find-program.ts, processes/child.ts
 * - another thread of this program: threads.ts
 * - our databases: database/database.ts; a copy of another program's: database/database-copy.ts
 * - what git knows, from local objects only: git/git.ts
 * - one HTTP request: network/http.ts; secrets that the system keeps: keyring.ts
 */

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
