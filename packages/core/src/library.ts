/**
 * Wires the Library over the files of this machine; no logic. What our journals know is merged into what is read.
 *
 * - every query, and what an open list notices (`watch`): library/file-library.ts
 * - one look at the disk for each: library/fresh-catalog.ts; the rows at that moment: library/catalog-view.ts
 * - what is indexed when nobody waits: `indexRest` below; what other threads read: `serveThread` below
 * - which homes are read: library/homes.ts
 * - what journals add to turns: library/with-journal-items.ts; what a session is called: library/catalog-view.ts
 * - why a file is not listed, and what is damaged: library/diagnose.ts, library/diagnose-outside.ts
 * - names and tags of a person: library/file-annotations.ts
 */

import type { Library, Progress, Turn } from "@reprise/model";
import type { AgentSource } from "./agents/reading/source.ts";
import { builtInAgents } from "./agents/registry.ts";
import { catalogPath } from "./catalog/catalog-path.ts";
import { type Databases, nodeDatabases } from "./host/database/database.ts";
import { takeLock } from "./host/files/lock.ts";
import { type Git, nodeGit } from "./host/git/git.ts";
import type { Host } from "./host/host.ts";
import { answerInThread, type Thread } from "./host/threads.ts";
import { FileLibrary } from "./library/file-library.ts";
import type { Copies } from "./library/fresh-catalog.ts";
import type { GivenHomes } from "./library/homes.ts";
import { withEditsOnDisk } from "./restore/edits-on-disk.ts";

export const agentSources: readonly AgentSource[] = builtInAgents.map(({ source }) => source);

export interface LibraryOptions {
  /** Homes to read instead of those from the environment and the defaults, by agent. */
  readonly homes?: GivenHomes | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly sources?: readonly AgentSource[] | undefined;
  readonly databases?: Databases | undefined;
  readonly git?: Git | undefined;
  /** Called when a search has left files unindexed: `indexRest` is to run where nobody waits for it. Absent: the next search looks again. */
  readonly indexBehind?: (() => void) | undefined;
  /** Starts threads that run `serveThread`, to read many files at once. Absent: this thread alone does. */
  readonly startThreads?: (() => readonly Thread[]) | undefined;
  /** The homes of `sources` are copies, which this keeps up to date. */
  readonly copies?: Copies | undefined;
}

/** Every session on this machine, read-only. Opens and creates nothing before the first query. */
export function openLibrary(host: Host, options: LibraryOptions = {}): Library {
  return openFileLibrary(host, options);
}

export function openFileLibrary(host: Host, options: LibraryOptions = {}): FileLibrary {
  const { homes = {}, sources = agentSources, databases = nodeDatabases, git = nodeGit } = options;
  const { onProgress, indexBehind, startThreads, copies } = options;
  const lookAtFiles = (turn: Turn, cwd: string | null) => withEditsOnDisk(turn, cwd, host);
  const started = { onProgress, indexBehind, startThreads, copies };
  return new FileLibrary(host, { sources, homes, databases, git, ...started, lookAtFiles });
}

/** In a thread that `startThreads` has started: reads what it is sent. */
export async function serveThread(host: Host, sources: readonly AgentSource[] = agentSources): Promise<void> {
  // Loaded on demand: lists do not need it.
  const { threadJobs } = await import("./catalog/thread-jobs.ts");
  answerInThread(threadJobs(sources, host));
}

/** Indexes what searches have left for later, unless another process is at it. Killed at any time, it has lost nothing. */
export async function indexRest(host: Host, options: LibraryOptions = {}): Promise<void> {
  const owner = { ...host.processes.describe(host.pid), program: "reprise" };
  const lock = takeLock(`${catalogPath(host)}.indexing`, owner, host.processes);
  if (!lock.isHeld) return;
  const library = openFileLibrary(host, options);
  try {
    await library.indexRest();
  } finally {
    library.close();
    lock.release();
  }
}
