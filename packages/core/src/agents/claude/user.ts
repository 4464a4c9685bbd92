import type { ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, listOf, numberOf, textOf } from "../foreign.ts";
import { splitParts, type UserPart } from "../reading/user-parts.ts";
import { blocksOf, imageIn, mark } from "./content.ts";
import { attachedInAsides, type Heard, hear } from "./harness.ts";
import { opening } from "./opening.ts";
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

/** A line of a user: a prompt and what came with it, the results of tools, or what the harness says in the user's name. */
export function tellUser(record: Foreign, place: Place, teller: Teller, voice: Voice): void {
  const parts: UserPart[] = [];
  const told: (() => void)[] = [];
  const blocks = blocksOf(fieldOf(record, "message", "content"));
  for (const [index, block] of blocks.entries()) {
    if (block.type === "tool_result") told.push(() => tellResult(block, record, place, teller));
    else if (block.type !== "text") parts.push(mediaPart(block, record));
    else {
      const text = textOf(block.text) ?? "";
      parts.push(...attachedInAsides(text).map((attached) => ({ attached })));
      const heard = hear(text);
      if (heard.kind === "prompt") parts.push({ text: heard.text });
      else if (heard.attached) parts.push({ attached: heard.attached });
      else told.push(() => tellHeard(heard, `${voice.key}.${index + 1}`, record, place, teller, voice));
    }
  }
  const split = splitParts(parts);
  const { attached } = split;
  const isTypedHere = isTyped(record) && !voice.isAside;
  const isImageAlone = isTypedHere && split.words.length === 0 && attached.some(isImage);
  const words = isImageAlone
    ? [
        attached
          .filter(isImage)
          .map(({ name }) => name)
          .join(" "),
      ]
    : split.words;
  const isPrompt = words.length > 0 && isTypedHere;
  const left = voice.grow(isPrompt ? voice.key : null);
  for (const tell of told) tell();
  const text = words.join("\n");
  if (isPrompt) tellPrompt(text, place, teller, voice);
  else if (words.length > 0) tellUntyped(text, record, place, teller, voice);
  if (!voice.isAside) tellAttached(attached, place, teller, voice.key);
  tellLeft(left, place, teller, voice);
}

/** Behind the item whose key is given. */
function tellAttached(attached: readonly ItemBody[], place: Place, teller: Teller, key: string): void {
  for (const [index, body] of attached.entries()) teller.attached(body, place, `${key}.attached${index}`);
}

function isImage(body: ItemBody): body is ItemBody & { kind: "attachment" } {
  return body.kind === "attachment" && body.what === "image";
}

function mediaPart(block: Foreign, record: Foreign): UserPart {
  if (block.type === "image") {
    const pasted = numberOf(listOf(record.imagePasteIds)[0]);
    const isOnly = listOf(record.imagePasteIds).length === 1;
    return { image: imageIn(block), name: isOnly && pasted !== null ? `[Image #${pasted}]` : null };
  }
  if (block.type !== "document") return { text: mark(block) };
  const text = fieldOf(block.source, "type") === "text" ? textOf(fieldOf(block.source, "data")) : null;
  const name = textOf(block.title) ?? textOf(fieldOf(block.source, "media_type")) ?? "document";
  return { attached: { kind: "attachment", what: "file", name, text } };
}

function tellHeard(
  { kind, text }: Heard,
  key: string,
  record: Foreign,
  place: Place,
  teller: Teller,
  voice: Voice,
): void {
  if (kind === "interrupted") return tellInterruption(text, record, place, teller, voice);
  if (kind === "notice") return teller.item({ kind: "notice", text }, place, key);
  if (kind !== "command" && kind !== "output") return;
  const ran = { kind: "command", output: null, exitCode: null, status: "open", isPersons: true } as const;
  if (kind === "command") {
    teller.shell(voice.key);
    teller.item({ ...ran, command: text }, place, voice.key);
  } else {
    const command = teller.takeShell();
    teller.item({ ...ran, command: "", output: text, status: "done" }, place, command ?? key, 1);
  }
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

/** What nobody typed: the model was given it, except where it only points to what stands elsewhere. */
function tellUntyped(text: string, record: Foreign, place: Place, teller: Teller, voice: Voice): void {
  const isForModel = record.isMeta === true && record.isCompactSummary !== true && !voice.isAside;
  if (isForModel && !pointer.test(text) && text !== opening)
    return teller.attached(
      { kind: "attachment", what: "context", name: firstLine(text), text },
      place,
      voice.key,
    );
  const notice = inNotice(text, record, voice);
  teller.item({ kind: "notice", text: notice, ...markOf(text, record, teller, voice) }, place, voice.key);
}

const pointer = /^(?:\[Image: source: |Caveat: )/;

function firstLine(text: string): string {
  return text.trimStart().split("\n", 1)[0]?.slice(0, 80).toWellFormed() ?? "";
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
  const images = blocksOf(block.content).filter(({ type }) => type === "image");
  const named = images.map((image, index) => ({
    image: imageIn(image),
    name: `${call?.name ?? "tool"} #${index + 1}`,
  }));
  tellAttached(splitParts(named).attached, place, teller, key);
}
