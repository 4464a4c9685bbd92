/**
 * Our own append-only record of a run, with its sidecar; and what a secret looks like.
 *
 * - what is kept of a run: journal-record.ts, then docs/formats/journal.md; of an item: recorded-body.ts
 * - when a record is on disk: journal-writer.ts; how records are read: read-journal.ts
 * - what state they add up to: run-state.ts; what listeners were shown: events.ts
 * - which runs there are, and which are offered: find-runs.ts; those of frankie: frankie/find-frankie-runs.ts
 * - what only a journal knows of a session: journal-items.ts; where a session came from: lineage.ts
 * - what a secret looks like: secrets/find-secrets.ts; the person's own patterns: patterns/parse-pattern.ts
 * - how a text loses it: redact.ts; a stream: redacted-stream.ts
 */

import { join } from "node:path";
import {
  type ProcessIdentity,
  parseJson,
  plainRequest,
  type RunId,
  type RunScope,
  type RunState,
  SessionError,
  type Timestamp,
} from "@reprise/model";
import { replaceFile } from "../host/files/replace-file.ts";
import type { Host } from "../host/host.ts";
import { Log } from "../log/log.ts";
import type { LogHealth } from "../log/waiting-log.ts";
import { jointHealth } from "./journal-health.ts";
import { journalName, scopeFolder } from "./journal-name.ts";
import type { RecordBody } from "./journal-record.ts";
import { JournalWriter } from "./journal-writer.ts";
import { readJournal } from "./read-journal.ts";
import { isRunState } from "./record-shape.ts";
import { redactSecrets } from "./redact.ts";
import { addRecord } from "./run-state.ts";

export interface Journal {
  readonly path: string;
  readonly state: RunState | null;
  /** Some records are not on disk yet. */
  readonly isBehind: boolean;
  /** False if redaction would change the text. */
  holds(text: string): boolean;
  /** Made durable together. */
  append(...facts: readonly RecordBody[]): void;
  line(direction: "in" | "out" | "stderr", line: string): void;
  stream(item: string, kind: "reply" | "reasoning" | "output", text: string): void;
  close(): void;
}

interface JournalOptions {
  readonly host: Host;
  readonly process: ProcessIdentity;
  readonly onHealth: (health: LogHealth) => void;
  /** Turned off only by a setting. */
  readonly redacts: boolean;
}

export function newJournalPath(stateFolder: string, scope: RunScope, startedAt: Timestamp, run: RunId): string {
  return join(stateFolder, "runs", scopeFolder(scope), `${journalName(scope, startedAt, run)}.jsonl`);
}

export function sidecarPath(journal: string): string {
  return journal.replace(/\.jsonl$/, ".session.json");
}

/** The caller holds the run's lock. */
export async function openJournal(path: string, options: JournalOptions): Promise<Journal> {
  let state: RunState | null = null;
  let saved: RunState | null = null;
  let lastSeq = 0;
  let lastEpoch = 0;
  for await (const record of readJournal(path, options.host).records) {
    state = addRecord(state, record, path);
    lastSeq = Math.max(lastSeq, record.seq);
    lastEpoch = Math.max(lastEpoch, record.epoch);
  }
  const health = jointHealth(path, options.onHealth);
  const keepSidecar = () => {
    if (!state) return;
    const problem = saveSidecar(state, options.redacts);
    if (problem === null) saved = state;
    health.sidecar(problem);
  };
  const writer = new JournalWriter({
    log: (tail) => new Log({ path, tail }),
    now: options.host.now,
    process: options.process,
    lastSeq,
    lastEpoch,
    redacts: options.redacts,
    onHealth(records) {
      health.records(records);
      // Retry the sidecar.
      if (records.state === "good" && health.isSidecarBehind) keepSidecar();
    },
  });
  return {
    path,
    get state() {
      return state;
    },
    get isBehind() {
      return writer.health.state === "degraded";
    },
    holds: (text) => !options.redacts || redactSecrets(text) === text,
    append(...facts) {
      for (const record of writer.append(...facts)) state = addRecord(state, record, path);
      if (state && isNews(state, saved)) keepSidecar();
    },
    line: (direction, line) => writer.line(direction, line),
    stream: (item, kind, text) => writer.stream(item, kind, text),
    close: () => writer.close(),
  };
}

/** Delays updates that change only the time. */
const mostBehindMs = 1000;

function isNews(state: RunState, saved: RunState | null): boolean {
  if (!saved || Date.parse(state.updatedAt) - Date.parse(saved.updatedAt) > mostBehindMs) return true;
  return JSON.stringify({ ...state, updatedAt: saved.updatedAt }) !== JSON.stringify(saved);
}

/** Null if saved. A failure is reported and stops nothing: the sidecar can be rebuilt. */
function saveSidecar(state: RunState, redacts: boolean): string | null {
  const text = `${JSON.stringify({ v: 1, ...state }, null, 2)}\n`;
  try {
    replaceFile(sidecarPath(state.journal), redacts ? redactSecrets(text) : text, { isDurable: false });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** From the sidecar, else from the journal. */
export async function readRunState(
  journal: string,
  host: Host,
): Promise<{ state: RunState | null; problem: string | null }> {
  const path = sidecarPath(journal);
  const text = host.files.text(path, 4 * 1024 * 1024);
  const saved = text === null ? null : parsed(text);
  if (saved && saved.v > 1)
    throw new SessionError("newer-version", `${path} was written by a newer Reprise. Update Reprise to resume it.`);
  if (saved) {
    const pending = (saved.pending ?? []).map((request) => ({ ...plainRequest, ...request }));
    // Sidecars of older versions say nothing about turns.
    const { turn = lastTurnOf(saved), turnStartedAt = saved.isPersisted ? saved.startedAt : null } = saved;
    return { state: { ...saved, pending, journal, turnStartedAt, turn }, problem: null };
  }
  const { records, damage } = readJournal(journal, host);
  let state: RunState | null = null;
  for await (const record of records) state = addRecord(state, record, journal);
  if (state === null && damage.length > 0)
    return {
      state,
      problem: `${journal} does not identify its run: it is damaged. Replace it with a copy, or move it away.`,
    };
  return { state, problem: text === null ? null : `${path} cannot be read; its journal was used instead.` };
}

/** As far as its status says it. */
function lastTurnOf({ status, isPersisted }: RunState): RunState["turn"] {
  if (!isPersisted) return null;
  if (status === "running") return "open";
  return status === "cancelled" ? "stopped" : status;
}

function parsed(text: string): (RunState & { v: number }) | null {
  try {
    const value = parseJson(text) as RunState & { v: number };
    return value?.v > 1 || isRunState(value) ? value : null;
  } catch {
    return null;
  }
}
