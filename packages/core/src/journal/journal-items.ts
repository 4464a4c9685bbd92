import {
  type Agent,
  type Item,
  type ItemBody,
  type Request,
  resolutionItem,
  type ThreadId,
  type Timestamp,
  type Warning,
} from "@reprise/model";
import type { Host } from "../host/host.ts";
import { findOwnRuns } from "./find-runs.ts";
import { isCall, type JournalRecord } from "./journal-record.ts";
import { readJournal } from "./read-journal.ts";

/** Recorded only in our journal, not in the agent's log. */
export interface JournalItem {
  readonly at: Timestamp;
  readonly item: Item;
  /** The log item that replaces this one, if present. */
  readonly replacedBy: string | null;
  /** The unanswered request. Answers are journalled before the agent gets them. */
  readonly unanswered: Request | null;
  /** A call without an end: nothing of its turn came after it, whatever the times in the log. */
  readonly isLast: boolean;
}

/** Approvals, and what an agent that was cut off may not have logged: its replies, and calls without an end. In order. An unreadable journal is reported and hides no other; frankie's are not read. */
export async function journalItems(
  agent: Agent,
  thread: ThreadId,
  stateFolder: string,
  host: Host,
): Promise<{ readonly seen: readonly JournalItem[]; readonly warnings: readonly Warning[] }> {
  const { runs, warnings: found } = await findOwnRuns(stateFolder, host);
  const warnings = [...found];
  const own = runs.filter((run) => run.agent === agent && run.thread === thread);
  const seen = await Promise.all(
    own.map(({ journal: path, status }) =>
      itemsInJournal(path, host, { isRunning: status === "running" }).catch((error: Error) => {
        warnings.push({ kind: "unreadable", path, detail: error.message });
        return [];
      }),
    ),
  );
  return { seen: seen.flat().sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)), warnings };
}

const idStart = "journal:";

/** Of a transcript: its agent's log does not have it. */
export function isJournalItem({ id }: Pick<Item, "id">): boolean {
  return id.startsWith(idStart);
}

export async function itemsInJournal(
  journal: string,
  host: Host,
  { isRunning }: { readonly isRunning: boolean },
): Promise<JournalItem[]> {
  const found: JournalItem[] = [];
  const asked = new Map<string, { at: Timestamp; seq: number; request: Request }>();
  const withdrawn = new Map<string, JournalRecord & { type: "request-answered" }>();
  const streams = new Map<string, { at: Timestamp; seq: number; text: string; isOver: boolean }>();
  /** Some agents log a reply late, and a call only once it has ended. */
  const replies = new Map<string, { at: Timestamp; seq: number; body: ItemBody }>();
  const calls = new Map<string, { at: Timestamp; seq: number; body: ItemBody }>();
  const add = (
    at: Timestamp,
    seq: number,
    body: ItemBody,
    { replacedBy = null, unanswered = null, isLast = false }: Partial<JournalItem> = {},
  ) => {
    found.push({
      at,
      replacedBy,
      unanswered,
      isLast,
      item: { id: `${idStart}${seq}`, at, origin: { file: journal, line: seq, byteOffset: 0 }, ...body },
    });
  };
  for await (const record of readJournal(journal, host).records) {
    const { at, seq } = record;
    // A new turn may reuse an id; earlier requests stay unanswered.
    if (record.type === "turn-started" || record.type === "run-resumed") leaveUnanswered();
    if (record.type === "request-asked") asked.set(record.request.id, { at, seq, request: record.request });
    else if (record.type === "request-answered") {
      // Void because its agent was ended, or because it continued without: the end of the turn shows which.
      if (record.by === "agent") withdrawn.set(record.request, record);
      else decided(record);
    } else if (record.type === "text" && record.kind === "reply") {
      const known = streams.get(record.item);
      if (known) known.text += record.text;
      else streams.set(record.item, { at, seq, text: record.text, isOver: false });
    } else if (record.type === "item-started" && isCall(record.body)) {
      calls.set(record.item, { at, seq, body: record.body });
    } else if (record.type === "item-completed") {
      streams.delete(record.item);
      calls.delete(record.item);
      if (record.body?.kind === "reply") replies.set(record.item, { at, seq, body: record.body });
    }
    if (record.type === "turn-ended") for (const stream of streams.values()) stream.isOver = true;
    if (record.type === "turn-ended" && record.state === "completed") {
      replies.clear();
      calls.clear();
      for (const one of withdrawn.values()) decided(one);
    }
  }
  leaveUnanswered();
  for (const [item, { at, seq, body }] of replies) add(at, seq, body, { replacedBy: item });
  for (const [item, { at, seq, body }] of calls) add(at, seq, body, { replacedBy: item, isLast: true });
  for (const [item, { at, seq, text, isOver }] of streams) {
    add(at, seq, { kind: "reply", text }, { replacedBy: item });
    if (isRunning && !isOver) continue; // the rest is to come
    add(
      at,
      seq + 0.5,
      { kind: "notice", text: "The reply above is incomplete. Only the journal of Reprise has it." },
      { replacedBy: item },
    );
  }
  return found;

  function decided({ request: id, answer, by }: JournalRecord & { type: "request-answered" }): void {
    const found = asked.get(id);
    asked.delete(id);
    if (found === undefined) return;
    const decision = by === "agent" ? null : answer.decision;
    add(found.at, found.seq, resolutionItem({ decision, by }, found.request));
  }

  function leaveUnanswered(): void {
    for (const { at, seq, request } of asked.values())
      add(at, seq, { kind: "approval", subject: request.subject, decision: null }, { unanswered: request });
    asked.clear();
    withdrawn.clear();
  }
}
