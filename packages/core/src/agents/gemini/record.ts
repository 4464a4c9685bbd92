import { asThreadId, asTimestamp, type Origin } from "@reprise/model";
import { type Foreign, isForeign, listOf, textOf } from "../foreign.ts";
import type { Conversation } from "./conversation.ts";
import { parentOfFile } from "./file-name.ts";
import type { Memory } from "./memory.ts";
import type { ProjectClues } from "./project.ts";
import type { Teller } from "./teller.ts";

/** One log while it is read. */
export interface Log {
  readonly path: string;
  readonly conversation: Conversation;
  readonly memory: Memory;
  readonly teller: Teller;
  projectRoot(clues: ProjectClues): string | null;
}

/** Of a record: where it stands, and where each of the messages listed in it does. */
interface RecordPlace {
  readonly origin: Origin;
  /** Read only when needed. `depth`: how many objects are open around the list. */
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

/** Whether an object could be a record of its own, rather than a part of one. */
export function isGeminiRecord(value: object): boolean {
  if ("$set" in value || "$rewindTo" in value || "sessionId" in value) return true;
  return "id" in value && "type" in value && "content" in value;
}

/** Told apart in the order in which Gemini CLI does it. */
export function tellRecord(value: unknown, place: RecordPlace, log: Log): void {
  const { memory, teller, conversation } = log;
  const isFirst = !memory.flags.hasBegun;
  memory.set({ hasBegun: true });
  const isHeader = isForeign(value) && isHeaderRecord(value);
  if (isFirst && !isHeader)
    teller.damage({ ...place.origin, kind: "bad-header", detail: "the log does not begin with its header" });
  if (!isForeign(value)) return tellOpaque(value, place.origin, log);
  if (typeof value.$rewindTo === "string")
    return conversation.rewind(value.$rewindTo, { origin: place.origin, at: null });
  if (typeof value.id === "string") return conversation.message(value, place.origin);
  if (isForeign(value.$set)) return tellPatch(value.$set, place, log);
  if (isHeader) return tellHeader(value, place, log, { isFirst });
  tellOpaque(value, place.origin, log);
}

function tellOpaque(raw: unknown, origin: Origin, { teller, conversation }: Log): void {
  conversation.release();
  teller.item({ kind: "opaque", raw }, { origin, at: null });
}

function isHeaderRecord(value: Foreign): boolean {
  return typeof value.sessionId === "string" && typeof value.id !== "string" && value.$set === undefined;
}

function tellHeader(header: Foreign, place: RecordPlace, log: Log, { isFirst }: { isFirst: boolean }): void {
  log.memory.set({ isAnew: !isFirst, isSubagent: header.kind === "subagent" });
  tellAbout(header, log);
  tellSummary(header, place, log);
  // A document of the older form, whole on one line: these are its messages, and not a list of all so far.
  const messages = listOf(header.messages);
  const origins = messages.length === 0 ? [] : place.elements(1);
  for (const [index, message] of messages.entries()) {
    if (isForeign(message)) log.conversation.message(message, origins[index] ?? place.origin);
  }
}

function tellPatch(patch: Foreign, place: RecordPlace, log: Log): void {
  const at = asTimestamp(patch.lastUpdated);
  log.teller.seenAt(at);
  if (typeof patch.sessionId === "string") log.teller.about({ thread: asThreadId(patch.sessionId) });
  tellSummary(patch, place, log);
  if (Array.isArray(patch.messages)) {
    log.conversation.retell(patch.messages, place.elements(2), { origin: place.origin, at });
  }
  const unknown = Object.entries(patch).filter(([field]) => !patchFields.has(field));
  if (unknown.length > 0) tellOpaque({ $set: Object.fromEntries(unknown) }, place.origin, log);
}

function tellAbout(header: Foreign, { path, teller, projectRoot }: Log): void {
  const directories = listOf(header.directories).flatMap((directory) => textOf(directory) ?? []);
  const root = projectRoot({ hash: textOf(header.projectHash), directories });
  teller.about({
    thread: asThreadId(String(header.sessionId)),
    createdAt: asTimestamp(header.startTime),
    subagentOf: parentOfFile(path),
    workspace: root,
    cwd: root,
  });
  teller.seenAt(asTimestamp(header.lastUpdated));
}

/** Of a session it is a name that the model gave; of a sub-agent it is what it found out. */
function tellSummary(header: Foreign, place: RecordPlace, { teller, memory, conversation }: Log): void {
  const summary = textOf(header.summary)?.trim() ?? "";
  if (summary === "") return;
  if (!memory.flags.isSubagent) return teller.about({ name: summary.replace(/\s+/g, " ") });
  const at = { origin: place.origin, at: null };
  conversation.release();
  teller.item({ kind: "notice", text: `Result: ${summary}` }, at);
  teller.turnEnd("completed", at);
}
