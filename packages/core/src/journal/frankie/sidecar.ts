import { asThreadId, asTimestamp, type RunStatus, type ThreadId, type Timestamp, tryParseJson } from "@reprise/model";
import { isForeign, numberOf, textOf } from "../../agents/foreign.ts";

/** What frankie wrote of a run. It saves the thread's id only when the stream has ended. */
export interface FrankieSidecar {
  readonly status: RunStatus;
  readonly thread: ThreadId | null;
  readonly owner: string;
  readonly repository: string;
  readonly number: number;
  readonly startedAt: Timestamp | null;
  readonly finishedAt: Timestamp | null;
  readonly transcript: string | null;
}

const statuses: readonly string[] = [
  "running",
  "completed",
  "interrupted",
  "failed",
  "cancelled",
] satisfies RunStatus[];

/** Null when it is damaged: cut off, or without its status or its pull request. Other fields may be anything. */
export function parseSidecar(text: string): FrankieSidecar | null {
  const value = tryParseJson(text);
  if (!isForeign(value)) return null;
  const [status, owner, repository] = [textOf(value.status), named(value.owner), named(value.repository)];
  const number = numberOf(value.pr_number);
  if (status === null || !statuses.includes(status) || !owner || !repository || number === null) return null;
  const thread = named(value.thread_id);
  return {
    status: status as RunStatus,
    thread: thread === null ? null : asThreadId(thread),
    owner,
    repository,
    number,
    startedAt: asTimestamp(value.started_at),
    finishedAt: asTimestamp(value.finished_at),
    transcript: named(value.transcript_path),
  };
}

function named(value: unknown): string | null {
  return textOf(value)?.trim() || null;
}
