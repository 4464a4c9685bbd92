import { asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { embeddedIn, imageOf } from "../../reading/user-parts.ts";
import type { FactCollector, TurnOutcome } from "./fact-collector.ts";
import { fileText } from "./file-text.ts";
import { tokensOf } from "./tokens.ts";
import { toolCallBody } from "./tool-call.ts";
import { collectUserMessage } from "./user-message.ts";

/** A message and its parts, with their positions. */
export interface MessageWithParts {
  readonly id: string;
  readonly place: number;
  readonly message: Foreign;
  readonly parts: readonly MessagePart[];
}

export interface MessagePart {
  readonly id: string;
  readonly place: number;
  readonly part: Foreign;
}

/** Bookkeeping for undo and counters; other parts have the same information. */
const silent = new Set(["step-start", "step-finish", "snapshot", "patch", "agent"]);

export function collectMessage(said: MessageWithParts, facts: FactCollector): void {
  const { message, parts, place, id } = said;
  if (message.role === "user") {
    collectUserMessage(said, facts, (part) => collectPart(part, createdAt(message), facts));
  } else if (message.role === "assistant") {
    const isPersons = facts.takeShell(textOf(message.parentID));
    for (const part of parts) collectReplyPart(part, { message, isPersons }, facts);
    collectFailure(message, place, id, facts);
    if (message.summary !== true && !isPersons) facts.settle(outcomeOf(message, parts), place);
    collectAbout(message, facts);
    collectUsage(said, facts);
  } else if (typeof message.role === "string" && parts.some(({ part }) => isSaid(part)))
    for (const part of parts) collectStranger(part, message, facts);
  else
    facts.item(
      { kind: "opaque", raw: { message, parts: parts.map(({ part }) => part) } },
      createdAt(message),
      place,
      id,
    );
}

function isSaid(part: Foreign): boolean {
  if (part.type === "text") return part.synthetic !== true && (textOf(part.text) ?? "").trim() !== "";
  return part.type === "subtask" || part.type === "file";
}

/** For an unknown role: treated as a reply, which affects later messages least. */
function collectStranger({ part, place, id }: MessagePart, message: Foreign, facts: FactCollector): void {
  const text = textOf(part.text) ?? "";
  if (part.type === "text" && text.trim() !== "")
    facts.item({ kind: "reply", text: `[${message.role}] ${text}` }, createdAt(message), place, id);
  else collectPart({ part, place, id }, createdAt(message), facts);
}

/** `isPersons`: a person ran what the message reports. */
function collectReplyPart(
  { part, place, id }: MessagePart,
  { message, isPersons }: { readonly message: Foreign; readonly isPersons: boolean },
  facts: FactCollector,
): void {
  const at = numberOf(fieldOf(part.time, "start")) ?? createdAt(message);
  const text = textOf(part.text) ?? "";
  if (part.type === "text" || part.type === "reasoning") {
    if (text.trim() === "") return;
    if (part.type === "reasoning") facts.item({ kind: "reasoning", text }, at, place, id);
    else if (message.summary === true) collectSummary({ part, place, id }, text, at, facts);
    else facts.item({ kind: part.synthetic === true ? "notice" : "reply", text }, at, place, id);
  } else if (part.type === "tool") collectTool({ part, place, id }, at, facts, isPersons);
  else collectPart({ part, place, id }, at, facts);
}

function collectSummary({ place, id }: MessagePart, summary: string, at: number | null, facts: FactCollector): void {
  const kept = facts.takeKept();
  const mark = { type: "compaction", summary, ...(kept && { kept }) } as const;
  facts.item({ kind: "notice", text: `Context compacted.\n${summary}`, mark }, at, place, id);
}

function collectTool(
  { part, place, id }: MessagePart,
  createdMs: number | null,
  facts: FactCollector,
  isPersons: boolean,
): void {
  const state: Foreign = isForeign(part.state) ? part.state : {};
  const at = numberOf(fieldOf(state.time, "end")) ?? numberOf(fieldOf(state.time, "start")) ?? createdMs;
  const body = toolCallBody({
    tool: textOf(part.tool) ?? "unknown",
    status: state.status,
    input: state.input,
    output: textOf(state.output),
    error: textOf(state.error),
    metadata: state.metadata,
  });
  facts.item(isPersons && body.kind === "command" ? { ...body, isPersons } : body, at, place, id);
  for (const [index, file] of listOf(state.attachments).entries()) {
    const image = embeddedIn(textOf(fieldOf(file, "url")) ?? "");
    const name = textOf(fieldOf(file, "filename")) ?? `${textOf(part.tool) ?? "tool"} #${index + 1}`;
    facts.item(imageOf(image, name), at, place, `${id}#file${index}`);
  }
}

function collectPart({ part, place, id }: MessagePart, at: number | null, facts: FactCollector): void {
  const type = textOf(part.type) ?? "";
  if (silent.has(type)) return;
  if (type === "file") facts.item({ kind: "notice", text: fileText(part) }, at, place, id);
  else if (type === "retry") facts.item({ kind: "notice", text: retryText(part) }, at, place, id);
  else if (type === "compaction") {
    facts.keeps(textOf(part.tail_start_id));
    const text =
      part.auto === true ? "The conversation grew too long: it is compacted." : "The conversation is compacted.";
    facts.item({ kind: "notice", text }, at, place, id);
  } else facts.item({ kind: "opaque", raw: part }, at, place, id);
}

function collectFailure(message: Foreign, place: number, id: string, facts: FactCollector): void {
  if (!isForeign(message.error)) return;
  const at = numberOf(fieldOf(message.time, "completed")) ?? createdAt(message);
  facts.item({ kind: "notice", text: errorText(message.error) }, at, place, `${id}#error`);
}

/** OpenCode continues by itself after a message with tool calls. */
function outcomeOf(message: Foreign, parts: readonly MessagePart[]): TurnOutcome | null {
  const completedMs = numberOf(fieldOf(message.time, "completed"));
  const at = asTimestamp(completedMs);
  const name = textOf(fieldOf(message.error, "name"));
  if (name !== null) return { state: name === "MessageAbortedError" ? "interrupted" : "failed", at };
  if (completedMs === null) return null;
  const finish = textOf(message.finish) ?? finishIn(parts);
  return finish === "tool-calls" || finish === "unknown" ? null : { state: "completed", at };
}

/** The last step may have the reason if the message does not. */
function finishIn(parts: readonly MessagePart[]): string | null {
  const last = parts.findLast(({ part }) => part.type === "step-finish" || part.type === "tool");
  if (last?.part.type === "tool") return "tool-calls";
  return textOf(last?.part.reason);
}

/** Each step has its own; of a message with several, `tokens` is that of the last. */
function collectUsage({ message, parts, place, id }: MessageWithParts, facts: FactCollector): void {
  const model = textOf(message.modelID);
  const steps = parts.filter(({ part }) => part.type === "step-finish");
  const counted =
    steps.length > 0 ? steps.map(({ id, part }) => ({ id, tokens: part.tokens })) : [{ id, tokens: message.tokens }];
  for (const { id: key, tokens: recorded } of counted) {
    const tokens = tokensOf(recorded);
    if (tokens !== null)
      facts.usage({ key, model, tokens }, { origin: facts.origin(place), at: asTimestamp(createdAt(message)) });
  }
}

function collectAbout(message: Foreign, facts: FactCollector): void {
  const cwd = textOf(fieldOf(message.path, "cwd"));
  const [model, provider] = [textOf(message.modelID), textOf(message.providerID)];
  facts.about({ ...(cwd && { cwd }), ...(model && { model }), ...(provider && { provider }) });
}

export function errorText(error: Foreign): string {
  const [name, text] = [
    textOf(error.name) ?? textOf(error.type) ?? "Error",
    textOf(fieldOf(error.data, "message")) ?? textOf(error.message),
  ];
  return text ? `${name}: ${text}` : name;
}

function retryText(part: Foreign): string {
  const why = isForeign(part.error) ? errorText(part.error) : "unknown";
  return `Attempt ${numberOf(part.attempt) ?? "?"} failed and is repeated: ${why}`;
}

export function createdAt(message: Foreign): number | null {
  return numberOf(fieldOf(message.time, "created"));
}
