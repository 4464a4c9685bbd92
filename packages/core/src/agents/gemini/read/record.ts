import { asThreadId, asTimestamp, type Origin } from "@reprise/model";
import { type Foreign, isForeign, listOf, textOf } from "../../foreign.ts";
import type { Conversation } from "./conversation.ts";
import type { FactCollector } from "./fact-collector.ts";
import { parentOfFile } from "./file-name.ts";
import type { ProjectClues } from "./project.ts";
import type { SeenMessages } from "./seen-messages.ts";

export interface Log {
  readonly path: string;
  readonly conversation: Conversation;
  readonly seen: SeenMessages;
  readonly facts: FactCollector;
  projectRoot(clues: ProjectClues): string | null;
}

interface RecordPosition {
  readonly origin: Origin;
  /** Lazy. `depth`: number of objects around the list. */
  elements(depth: number): readonly Origin[];
}

const patchFields = new Set([
  "sessionId",
  "projectHash",
  "startTime",
  "lastUpdated",
  "kind",
  "directories",
  "summary",
  "messages",
]);

/** Whether an object can be a record of its own. */
export function isGeminiRecord(value: object): boolean {
  if ("$set" in value || "$rewindTo" in value || "sessionId" in value) return true;
  return "id" in value && "type" in value && "content" in value;
}

/** In the order Gemini CLI checks them. */
export function collectRecord(value: unknown, place: RecordPosition, log: Log): void {
  const { seen, facts, conversation } = log;
  const isFirst = !seen.flags.hasBegun;
  seen.set({ hasBegun: true });
  const isHeader = isForeign(value) && isHeaderRecord(value);
  if (isFirst && !isHeader)
    facts.damage({ ...place.origin, kind: "bad-header", detail: "the log does not start with its header" });
  if (!isForeign(value)) return collectOpaque(value, place.origin, log);
  if (typeof value.$rewindTo === "string")
    return conversation.rewind(value.$rewindTo, { origin: place.origin, at: null });
  if (typeof value.id === "string") return conversation.message(value, place.origin);
  if (isForeign(value.$set)) return collectPatch(value.$set, place, log);
  if (isHeader) return collectHeader(value, place, log, { isFirst });
  if (typeof value.sessionId === "string")
    facts.badShape("a message without an id", { origin: place.origin, at: null });
  collectOpaque(value, place.origin, log);
}

function collectOpaque(raw: unknown, origin: Origin, { facts, conversation }: Log): void {
  conversation.release();
  facts.item({ kind: "opaque", raw }, { origin, at: null });
}

/** Lines of other programs may name the session, too: those with words of their own are no headers. */
function isHeaderRecord(value: Foreign): boolean {
  if (typeof value.sessionId !== "string" || typeof value.id === "string" || value.$set !== undefined) return false;
  return !["type", "role", "content", "message", "text"].some((field) => field in value);
}

function collectHeader(header: Foreign, place: RecordPosition, log: Log, { isFirst }: { isFirst: boolean }): void {
  log.seen.set({ isAnew: !isFirst, isSubagent: header.kind === "subagent" });
  collectAbout(header, log);
  collectSummary(header, place, log);
  // An old document on one line: its messages, not a list of all so far.
  const messages = listOf(header.messages);
  const origins = messages.length === 0 ? [] : place.elements(1);
  for (const [index, message] of messages.entries()) {
    if (isForeign(message)) log.conversation.message(message, origins[index] ?? place.origin);
  }
}

function collectPatch(patch: Foreign, place: RecordPosition, log: Log): void {
  const at = asTimestamp(patch.lastUpdated);
  log.facts.seenAt(at);
  if (typeof patch.sessionId === "string") log.facts.about({ thread: asThreadId(patch.sessionId) });
  collectSummary(patch, place, log);
  if (Array.isArray(patch.messages)) {
    log.conversation.retell(patch.messages, place.elements(2), { origin: place.origin, at });
  }
  const unknown = Object.entries(patch).filter(([field]) => !patchFields.has(field));
  if (unknown.length > 0) collectOpaque({ $set: Object.fromEntries(unknown) }, place.origin, log);
}

function collectAbout(header: Foreign, { path, facts, projectRoot }: Log): void {
  const directories = listOf(header.directories).flatMap((directory) => textOf(directory) ?? []);
  const root = projectRoot({ hash: textOf(header.projectHash), directories });
  facts.about({
    thread: asThreadId(String(header.sessionId)),
    createdAt: asTimestamp(header.startTime),
    subagentOf: parentOfFile(path),
    workspace: root,
    cwd: root,
  });
  facts.seenAt(asTimestamp(header.lastUpdated));
}

/** A session's name by the model; a sub-agent's result. */
function collectSummary(header: Foreign, place: RecordPosition, { facts, seen, conversation }: Log): void {
  const summary = textOf(header.summary)?.trim() ?? "";
  if (summary === "") return;
  if (!seen.flags.isSubagent) return facts.about({ name: summary.replace(/\s+/g, " ") });
  const at = { origin: place.origin, at: null };
  conversation.release();
  facts.item({ kind: "notice", text: `Result: ${summary}` }, at);
  facts.turnEnd("completed", at);
}
