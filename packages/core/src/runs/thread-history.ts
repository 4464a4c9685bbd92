import {
  type Agent,
  type KeptApproval,
  type Permissions,
  type Request,
  type RunState,
  SessionError,
  type SessionErrorCode,
  type ThreadId,
  type Warning,
} from "@reprise/model";
import { isRequestHash } from "../agents/driving/request-hash.ts";
import type { Host } from "../host/host.ts";
import { isFrankies } from "../journal/frankie/run-id.ts";
import type { JournalRecord } from "../journal/journal-record.ts";
import { readJournal } from "../journal/read-journal.ts";
import { PermittedSoFar, type WorkLocation } from "./permitted-so-far.ts";
import { type UnconfirmedPrompt, unconfirmedAfter } from "./prompts/unconfirmed-prompts.ts";

/** What our journals know of a thread that its own log does not. */
export interface ThreadHistory {
  /** The run that had it last: ours, or one of frankie's. */
  readonly latest: RunState | null;
  /** Answers for the whole session, given by a person. */
  readonly approvals: readonly KeptApproval[];
  /** What was asked when the agent or we died. */
  readonly pending: readonly Request[];
  /** Sent, but not known to have been written down by the agent. */
  readonly unarrived: readonly UnconfirmedPrompt[];
  readonly tools: readonly string[];
  /** What the thread was permitted when we last sent something to it; null when we never did. */
  readonly permitted: Permissions | null;
  /** Where it worked then, and whom it was sent to. */
  readonly place: WorkLocation | null;
}

/**
 * Reads our journals of all runs that talked to this thread, oldest first. Frankie's transcripts are left out: an
 * `acceptForSession` in one was not said to us, and a line of it that looks like a record of ours is none. A journal that
 * cannot be read is named, and the others still count.
 */
export async function historyOf(
  agent: Agent,
  thread: ThreadId,
  runs: readonly RunState[],
  host: Host,
  warn: (warning: Warning) => void = () => undefined,
  /** Another home may hold a thread of the same name: what was approved or permitted there does not count. */
  isSameHome: (run: RunState) => boolean = () => true,
): Promise<ThreadHistory> {
  const own = runs
    .filter((run) => run.agent === agent && run.thread === thread)
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  const approvals = new Map<string, string>();
  let unarrived: readonly UnconfirmedPrompt[] = [];
  let tools: readonly string[] = [];
  const permitted = new PermittedSoFar();
  for (const run of own.filter((one) => !isFrankies(one))) {
    const subjects = new Map<string, string>();
    const isHere = isSameHome(run);
    for await (const record of recordsOf(run.journal, host, warn, ["unreadable"])) {
      unarrived = unconfirmedAfter(unarrived, record);
      if (isHere) permitted.take(record);
      if (record.type === "request-asked") subjects.set(record.request.id, record.request.subject);
      else if (
        record.type === "request-answered" &&
        record.answer.decision === "session" &&
        record.by === "person" &&
        isHere &&
        isRequestHash(record.hash)
      ) {
        approvals.set(record.hash, subjects.get(record.request) ?? "");
      } else if (record.type === "tool-servers")
        tools = record.servers.flatMap(({ name, tools: list }) =>
          list.map((tool) => `mcp__${name}__${tool}`),
        );
    }
  }
  const latest = own.at(-1) ?? null;
  return {
    latest,
    approvals: [...approvals].map(([hash, subject]) => ({ hash, subject, source: "saved" })),
    pending: latest?.status === "completed" ? [] : (latest?.pending ?? []),
    unarrived,
    tools,
    permitted: permitted.permissions,
    place: permitted.place,
  };
}

/** A journal that cannot be read for one of these reasons is named, and has no records. */
export async function* recordsOf(
  journal: string,
  host: Host,
  warn: (warning: Warning) => void,
  passedOver: readonly SessionErrorCode[] = ["unreadable", "newer-version"],
): AsyncGenerator<JournalRecord> {
  try {
    yield* readJournal(journal, host).records;
  } catch (error) {
    if (!(error instanceof SessionError) || !passedOver.includes(error.code)) throw error;
    warn({ kind: "unreadable", path: journal, detail: error.message });
  }
}
