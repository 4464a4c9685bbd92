import { type Foreign, fieldOf, textOf } from "../foreign.ts";
import { blocksOf, mark } from "./content.ts";
import { hear } from "./harness.ts";
import { isRefusal, refused, willBeTold } from "./rejection.ts";
import { outcomeOf, settledRank } from "./result.ts";
import type { Place, Teller } from "./teller.ts";
import { tellLeft, type Voice } from "./voice.ts";

/** Prompts that nobody typed: the agent's own machinery sent them. */
const machinery = new Set([
  "task-notification",
  "auto-continuation",
  "observer-activity",
  "plugin",
  "unclassified",
]);

/** A line of a user: a prompt, the results of tools, or what the harness says in the user's name. */
export function tellUser(record: Foreign, place: Place, teller: Teller, voice: Voice): void {
  const typed: string[] = [];
  const told: (() => void)[] = [];
  let noticeCount = 0;
  for (const block of blocksOf(fieldOf(record, "message", "content"))) {
    if (block.type === "tool_result") told.push(() => tellResult(block, record, place, teller));
    else if (block.type !== "text") typed.push(mark(block));
    else {
      const { kind, text } = hear(textOf(block.text) ?? "");
      if (kind === "prompt") typed.push(text);
      else if (kind === "interrupted") told.push(() => tellInterruption(text, record, place, teller, voice));
      else if (kind === "notice") {
        noticeCount += 1;
        const key = `${voice.key}.${noticeCount}`;
        told.push(() => teller.item({ kind: "notice", text }, place, key));
      }
    }
  }
  const isPrompt = typed.length > 0 && isTyped(record) && !voice.isAside;
  const left = voice.grow(isPrompt ? voice.key : null);
  for (const tell of told) tell();
  const text = typed.join("\n");
  if (isPrompt) tellPrompt(text, place, teller, voice);
  else if (typed.length > 0)
    teller.item(
      { kind: "notice", text: inNotice(text, record, voice), ...markOf(text, record, teller, voice) },
      place,
      voice.key,
    );
  tellLeft(left, place, teller, voice);
}

function tellInterruption(text: string, record: Foreign, place: Place, teller: Teller, voice: Voice): void {
  const rejected = teller.takeRejected();
  if (isRefusal(text, record)) {
    for (const [id, kind] of rejected) teller.item(refused(kind), place, id, settledRank);
  }
  if (!voice.isAside) teller.turnEnd("interrupted", place);
}

function tellPrompt(text: string, place: Place, teller: Teller, voice: Voice): void {
  teller.takeRejected();
  teller.item({ kind: "prompt", text }, place, voice.key);
}

function inNotice(text: string, record: Foreign, voice: Voice): string {
  if (record.isCompactSummary === true) return `Summary of what came before:\n${text}`;
  return voice.isAside ? `Sub-agent was asked:\n${text}` : text;
}

/** The mark is where the summary is; the boundary before it says only that there was a compaction. */
function markOf(text: string, record: Foreign, teller: Teller, voice: Voice) {
  if (record.isCompactSummary !== true || voice.isAside) return {};
  const kept = teller.takeKept();
  return { mark: { type: "compaction", summary: text, ...(kept && { kept }) } as const };
}

function isTyped(record: Foreign): boolean {
  if (record.isMeta === true || record.isCompactSummary === true || record.isVisibleInTranscriptOnly === true)
    return false;
  return !machinery.has(textOf(fieldOf(record, "origin", "kind")) ?? "");
}

function tellResult(block: Foreign, record: Foreign, place: Place, teller: Teller): void {
  const id = textOf(block.tool_use_id);
  const call = id === null ? null : teller.answered(id);
  const { body, rank } = outcomeOf(block, record, call);
  const isSettled = rank === settledRank && id !== null;
  const own = call?.key ?? id ?? `@${place.origin.byteOffset}`;
  // A second result that was recorded is told beside the first.
  const key = isSettled && call?.isSettled ? `${own}@${place.origin.byteOffset}` : own;
  teller.item(body, place, key, rank);
  if (isSettled) teller.settled(id);
  if (id !== null && call && willBeTold(record)) teller.rejected(call.key, call.kind);
}
