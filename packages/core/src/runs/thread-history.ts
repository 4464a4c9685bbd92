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

/** Facts about a thread in our journals that its own log lacks. */
export interface ThreadHistory {
  /** The last run of it: ours, or one of frankie's. */
  readonly latest: RunState | null;
  /** Session-wide approvals given by a person. */
  readonly approvals: readonly KeptApproval[];
  /** Requests open when the agent or we died. */
  readonly pending: readonly Request[];
  /** Sent, but not known to be recorded by the agent. */
  readonly unarrived: readonly UnconfirmedPrompt[];
  readonly tools: readonly string[];
  /** The thread's permissions when we last sent something to it; null if we never did. */
  readonly permitted: Permissions | null;
  /** Its folder and provider then. */
  readonly place: WorkLocation | null;
  /** The agent was given instructions that are not stored. */
  readonly lacksInstructions: boolean;
}

/**
 * Reads our journals of all runs of this thread, oldest first. Skips frankie's transcripts: an `acceptForSession` there was not
 * said to us, and a line that looks like our record is none. An unreadable journal is reported, and the others still count.
 */
export async function historyOf(
  agent: Agent,
  thread: ThreadId,
  runs: readonly RunState[],
  host: Host,
  warn: (warning: Warning) => void = () => undefined,
  /** Another home may hold a thread of the same name: approvals and permissions there do not count. */
  isSameHome: (run: RunState) => boolean = () => true,
): Promise<ThreadHistory> {
  const own = runs
    .filter((run) => run.agent === agent && run.thread === thread)
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  const approvals = new Map<string, string>();
  let unarrived: readonly UnconfirmedPrompt[] = [];
  let tools: readonly string[] = [];
  let lacksInstructions = false;
  const permitted = new PermittedSoFar();
  for (const run of own.filter((one) => !isFrankies(one))) {
    const subjects = new Map<string, string>();
    const isHere = isSameHome(run);
    for await (const record of recordsOf(run.journal, host, warn, ["unreadable"])) {
      unarrived = unconfirmedAfter(unarrived, record);
      if (isHere) permitted.take(record);
      if (record.type === "run-started") lacksInstructions = record.lacksInstructions === true;
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
        tools = record.servers.flatMap(({ name, tools: list }) => list.map((tool) => `mcp__${name}__${tool}`));
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
    lacksInstructions,
  };
}

/** A journal unreadable for one of these reasons is reported, and yields no records. */
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
