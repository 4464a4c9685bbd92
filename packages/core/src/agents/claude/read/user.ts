import type { ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, listOf, numberOf, textOf } from "../../foreign.ts";
import { splitParts, type UserPart } from "../../reading/user-parts.ts";
import { openingPrompt } from "../opening-prompt.ts";
import { type Branch, collectLeft } from "./branch.ts";
import { attachedInAsides, classifyUserText, type UserText } from "./classify-user-text.ts";
import { blocksOf, imageIn, placeholder } from "./content.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import { largeOutputIn } from "./large-output.ts";
import { isRefusal, refused, willBeTold } from "./rejection.ts";
import { outcomeOf, settledRank } from "./result.ts";

/** Prompts sent by the agent's own machinery. */
const machinery = new Set(["task-notification", "auto-continuation", "observer-activity", "plugin", "unclassified"]);

export function collectUser(record: Foreign, place: LinePosition, facts: FactCollector, branch: Branch): void {
  const parts: UserPart[] = [];
  const told: (() => void)[] = [];
  const blocks = blocksOf(fieldOf(record, "message", "content"));
  for (const [index, block] of blocks.entries()) {
    if (block.type === "tool_result") told.push(() => collectResult(block, record, place, facts));
    else if (block.type !== "text") parts.push(mediaPart(block, record));
    else {
      const text = textOf(block.text) ?? "";
      parts.push(...attachedInAsides(text).map((attached) => ({ attached })));
      const heard = classifyUserText(text);
      if (heard.kind === "prompt") parts.push({ text: heard.text });
      else if (heard.attached) parts.push({ attached: heard.attached });
      else told.push(() => collectHeard(heard, `${branch.key}.${index + 1}`, record, place, facts, branch));
    }
  }
  const split = splitParts(parts);
  const { attached } = split;
  const isTypedHere = isTyped(record) && !branch.isAside;
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
  const left = branch.grow(isPrompt ? branch.key : null);
  for (const tell of told) tell();
  const text = words.join("\n");
  if (isPrompt) collectPrompt(text, place, facts, branch);
  else if (words.length > 0) collectUntyped(text, record, place, facts, branch);
  if (!branch.isAside) collectAttached(attached, place, facts, branch.key);
  collectLeft(left, place, facts, branch);
}

function collectAttached(attached: readonly ItemBody[], place: LinePosition, facts: FactCollector, key: string): void {
  for (const [index, body] of attached.entries()) facts.attached(body, place, `${key}.attached${index}`);
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
  if (block.type !== "document") return { text: placeholder(block) };
  const text = fieldOf(block.source, "type") === "text" ? textOf(fieldOf(block.source, "data")) : null;
  const name = textOf(block.title) ?? textOf(fieldOf(block.source, "media_type")) ?? "document";
  return { attached: { kind: "attachment", what: "file", name, text } };
}

function collectHeard(
  { kind, text }: UserText,
  key: string,
  record: Foreign,
  place: LinePosition,
  facts: FactCollector,
  branch: Branch,
): void {
  if (kind === "interrupted") return collectInterruption(text, record, place, facts, branch);
  if (kind === "notice") return facts.item({ kind: "notice", text }, place, key);
  if (kind !== "command" && kind !== "output") return;
  const ran = { kind: "command", output: null, exitCode: null, status: "open", isPersons: true } as const;
  if (kind === "command") {
    facts.shell(branch.key);
    facts.item({ ...ran, command: text }, place, branch.key);
  } else {
    const command = facts.takeShell();
    facts.item({ ...ran, command: "", output: text, status: "done" }, place, command ?? key, 1);
  }
}

function collectInterruption(
  text: string,
  record: Foreign,
  place: LinePosition,
  facts: FactCollector,
  branch: Branch,
): void {
  const rejected = facts.takeRejected();
  if (isRefusal(text, record)) {
    for (const [id, kind] of rejected) facts.item(refused(kind), place, id, settledRank);
  }
  if (!branch.isAside) facts.turnEnd("interrupted", place);
}

function collectPrompt(text: string, place: LinePosition, facts: FactCollector, branch: Branch): void {
  facts.takeRejected();
  facts.item({ kind: "prompt", text }, place, branch.key);
}

/** Untyped text is an attachment, unless it only refers to something else. */
function collectUntyped(
  text: string,
  record: Foreign,
  place: LinePosition,
  facts: FactCollector,
  branch: Branch,
): void {
  const isForModel = record.isMeta === true && record.isCompactSummary !== true && !branch.isAside;
  if (isForModel && !pointer.test(text) && text !== openingPrompt)
    return facts.attached({ kind: "attachment", what: "context", name: firstLine(text), text }, place, branch.key);
  const notice = inNotice(text, record, branch);
  facts.item({ kind: "notice", text: notice, ...markOf(text, record, facts, branch) }, place, branch.key);
}

const pointer = /^(?:\[Image: source: |Caveat: )/;

function firstLine(text: string): string {
  return text.trimStart().split("\n", 1)[0]?.slice(0, 80).toWellFormed() ?? "";
}

function inNotice(text: string, record: Foreign, branch: Branch): string {
  if (record.isCompactSummary === true) return `Summary of what came before:\n${text}`;
  return branch.isAside ? `Sub-agent was asked:\n${text}` : text;
}

/** The summary has the mark. */
function markOf(text: string, record: Foreign, facts: FactCollector, branch: Branch) {
  if (record.isCompactSummary !== true || branch.isAside) return {};
  const kept = facts.takeKept();
  return { mark: { type: "compaction", summary: text, ...(kept && { kept }) } as const };
}

function isTyped(record: Foreign): boolean {
  if (record.isMeta === true || record.isCompactSummary === true || record.isVisibleInTranscriptOnly === true)
    return false;
  return !machinery.has(textOf(fieldOf(record, "origin", "kind")) ?? "");
}

function withWholeOutput(body: ItemBody, text: string, facts: FactCollector): ItemBody {
  if (body.kind !== "command" && body.kind !== "tool") return body;
  const large = largeOutputIn(text);
  const whole = large && facts.savedOutput(large.path);
  return large && whole !== null ? { ...body, output: large.head + whole, excerpt: large.excerpt } : body;
}

function collectResult(block: Foreign, record: Foreign, place: LinePosition, facts: FactCollector): void {
  const id = textOf(block.tool_use_id);
  const call = id === null ? null : facts.answered(id);
  const { body: logged, rank, text } = outcomeOf(block, record, call);
  const body = withWholeOutput(logged, text, facts);
  const isSettled = rank === settledRank && id !== null;
  const own = call?.key ?? id ?? `@${place.origin.byteOffset}`;
  // A second recorded result gets its own item.
  const key = isSettled && call?.isSettled ? `${own}@${place.origin.byteOffset}` : own;
  facts.item(body, place, key, rank);
  if (isSettled) facts.settled(id);
  if (id !== null && call && willBeTold(record)) facts.rejected(call.key, call.kind);
  const images = blocksOf(block.content).filter(({ type }) => type === "image");
  const named = images.map((image, index) => ({
    image: imageIn(image),
    name: `${call?.name ?? "tool"} #${index + 1}`,
  }));
  collectAttached(splitParts(named).attached, place, facts, key);
}
