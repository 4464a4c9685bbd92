import { asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../foreign.ts";
import { embeddedIn, imageOf } from "../reading/user-parts.ts";
import { fileText } from "./file-text.ts";
import type { Teller, TurnOutcome } from "./teller.ts";
import { tellUserMessage } from "./user-message.ts";
import { workBody } from "./work.ts";

/** A message and its parts, with their places. */
export interface Said {
  readonly id: string;
  readonly place: number;
  readonly message: Foreign;
  readonly parts: readonly SaidPart[];
}

export interface SaidPart {
  readonly id: string;
  readonly place: number;
  readonly part: Foreign;
}

/** Bookkeeping for undoing and for counting, which says nothing that other parts do not. */
const silent = new Set(["step-start", "step-finish", "snapshot", "patch", "agent"]);

export function tellMessage(said: Said, teller: Teller): void {
  const { message, parts, place, id } = said;
  if (message.role === "user") {
    tellUserMessage(said, teller, (part) => tellPart(part, createdAt(message), teller));
  } else if (message.role === "assistant") {
    const isPersons = teller.takeShell(textOf(message.parentID));
    for (const part of parts) tellReplyPart(part, { message, isPersons }, teller);
    tellFailure(message, place, id, teller);
    if (message.summary !== true && !isPersons) teller.settle(outcomeOf(message, parts), place);
    tellAbout(message, teller);
  } else if (typeof message.role === "string" && parts.some(({ part }) => isSaid(part)))
    for (const part of parts) tellStranger(part, message, teller);
  else
    teller.item(
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

/** Of a role that is none of ours: a reply has the least to say about what comes next. */
function tellStranger({ part, place, id }: SaidPart, message: Foreign, teller: Teller): void {
  const text = textOf(part.text) ?? "";
  if (part.type === "text" && text.trim() !== "")
    teller.item({ kind: "reply", text: `[${message.role}] ${text}` }, createdAt(message), place, id);
  else tellPart({ part, place, id }, createdAt(message), teller);
}

/** `isPersons`: a person ran what the message tells. */
function tellReplyPart(
  { part, place, id }: SaidPart,
  { message, isPersons }: { readonly message: Foreign; readonly isPersons: boolean },
  teller: Teller,
): void {
  const at = numberOf(fieldOf(part.time, "start")) ?? createdAt(message);
  const text = textOf(part.text) ?? "";
  if (part.type === "text" || part.type === "reasoning") {
    if (text.trim() === "") return;
    if (part.type === "reasoning") teller.item({ kind: "reasoning", text }, at, place, id);
    else if (message.summary === true) tellSummary({ part, place, id }, text, at, teller);
    else teller.item({ kind: part.synthetic === true ? "notice" : "reply", text }, at, place, id);
  } else if (part.type === "tool") tellTool({ part, place, id }, at, teller, isPersons);
  else tellPart({ part, place, id }, at, teller);
}

function tellSummary({ place, id }: SaidPart, summary: string, at: number | null, teller: Teller): void {
  const kept = teller.takeKept();
  const mark = { type: "compaction", summary, ...(kept && { kept }) } as const;
  teller.item({ kind: "notice", text: `Context compacted.\n${summary}`, mark }, at, place, id);
}

function tellTool(
  { part, place, id }: SaidPart,
  createdMs: number | null,
  teller: Teller,
  isPersons: boolean,
): void {
  const state: Foreign = isForeign(part.state) ? part.state : {};
  const at = numberOf(fieldOf(state.time, "end")) ?? numberOf(fieldOf(state.time, "start")) ?? createdMs;
  const body = workBody({
    tool: textOf(part.tool) ?? "unknown",
    status: state.status,
    input: state.input,
    output: textOf(state.output),
    error: textOf(state.error),
    metadata: state.metadata,
  });
  teller.item(isPersons && body.kind === "command" ? { ...body, isPersons } : body, at, place, id);
  for (const [index, file] of listOf(state.attachments).entries()) {
    const image = embeddedIn(textOf(fieldOf(file, "url")) ?? "");
    const name = textOf(fieldOf(file, "filename")) ?? `${textOf(part.tool) ?? "tool"} #${index + 1}`;
    teller.item(imageOf(image, name), at, place, `${id}#file${index}`);
  }
}

function tellPart({ part, place, id }: SaidPart, at: number | null, teller: Teller): void {
  const type = textOf(part.type) ?? "";
  if (silent.has(type)) return;
  if (type === "file") teller.item({ kind: "notice", text: fileText(part) }, at, place, id);
  else if (type === "retry") teller.item({ kind: "notice", text: retryText(part) }, at, place, id);
  else if (type === "compaction") {
    teller.keeps(textOf(part.tail_start_id));
    const text =
      part.auto === true
        ? "The conversation grew too long: it is compacted."
        : "The conversation is compacted.";
    teller.item({ kind: "notice", text }, at, place, id);
  } else teller.item({ kind: "opaque", raw: part }, at, place, id);
}

function tellFailure(message: Foreign, place: number, id: string, teller: Teller): void {
  if (!isForeign(message.error)) return;
  const at = numberOf(fieldOf(message.time, "completed")) ?? createdAt(message);
  teller.item({ kind: "notice", text: errorText(message.error) }, at, place, `${id}#error`);
}

/** The programme goes on by itself after a message that asked for tools. */
function outcomeOf(message: Foreign, parts: readonly SaidPart[]): TurnOutcome | null {
  const completedMs = numberOf(fieldOf(message.time, "completed"));
  const at = asTimestamp(completedMs);
  const name = textOf(fieldOf(message.error, "name"));
  if (name !== null) return { state: name === "MessageAbortedError" ? "interrupted" : "failed", at };
  if (completedMs === null) return null;
  const finish = textOf(message.finish) ?? finishIn(parts);
  return finish === "tool-calls" || finish === "unknown" ? null : { state: "completed", at };
}

/** Where the message itself does not say why it ended, its last step may. */
function finishIn(parts: readonly SaidPart[]): string | null {
  const last = parts.findLast(({ part }) => part.type === "step-finish" || part.type === "tool");
  if (last?.part.type === "tool") return "tool-calls";
  return textOf(last?.part.reason);
}

function tellAbout(message: Foreign, teller: Teller): void {
  const cwd = textOf(fieldOf(message.path, "cwd"));
  const [model, provider] = [textOf(message.modelID), textOf(message.providerID)];
  teller.about({ ...(cwd && { cwd }), ...(model && { model }), ...(provider && { provider }) });
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
