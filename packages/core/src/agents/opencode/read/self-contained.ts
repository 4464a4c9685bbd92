import { asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { embeddedIn, imageOf } from "../../reading/user-parts.ts";
import type { FactCollector, TurnOutcome } from "./fact-collector.ts";
import { fileText } from "./file-text.ts";
import { createdAt, errorText } from "./message.ts";
import { tokensOf } from "./tokens.ts";
import { toolCallBody } from "./tool-call.ts";

/** A message of the newer format: it has a type and contains everything itself. */
interface SelfContained {
  readonly id: string;
  readonly type: string;
  readonly place: number;
  readonly message: Foreign;
}

export function collectSelfContained(said: SelfContained, facts: FactCollector): void {
  const { id, type, place, message } = said;
  const at = createdAt(message);
  const text = textOf(message.text) ?? "";
  const note = (told: string) => facts.item({ kind: "notice", text: told }, at, place, id);
  switch (type) {
    case "user":
      return collectPrompt(said, facts);
    case "assistant":
      return collectReply(said, facts);
    case "shell":
      return collectShell(said, facts);
    case "synthetic":
      return text === "" ? undefined : note(`Sent to the model: ${text}`);
    case "waiting":
      return note(`Waiting to be sent: ${text}`);
    case "compaction":
      return collectCompaction(said, facts);
    case "model-switched":
      return note(`Model: ${textOf(fieldOf(message.model, "id")) ?? "unknown"}`);
    case "agent-switched":
      return note(`Agent: ${textOf(message.agent) ?? "unknown"}`);
    case "system":
      return undefined;
    default:
      return facts.item({ kind: "opaque", raw: { type, ...message } }, at, place, id);
  }
}

/** The kept part of the conversation is a text in it, shown with the summary. */
function collectCompaction({ id, place, message }: SelfContained, facts: FactCollector): void {
  const summary = textOf(message.summary) || null;
  const recent = textOf(message.recent) || null;
  const whole = summary && recent ? `${summary}\n\nWhat was said last:\n${recent}` : summary;
  const mark = { type: "compaction", summary: whole } as const;
  const text = `Context compacted.\n${summary ?? ""}`;
  facts.item({ kind: "notice", text, mark }, createdAt(message), place, id);
}

function collectPrompt({ id, place, message }: SelfContained, facts: FactCollector): void {
  const at = createdAt(message);
  const files = listOf(message.files).filter(isForeign);
  const text = textOf(message.text) ?? "";
  const shown = text === "" ? files.map(fileText).join("\n") : text;
  facts.item({ kind: "prompt", text: shown }, at, place, id);
  for (const [index, file] of files.entries()) {
    const image = embeddedIn(textOf(file.uri) ?? textOf(file.url) ?? "");
    const name = textOf(file.name) ?? textOf(file.filename) ?? fileText(file);
    const isImage = image?.mediaType.startsWith("image/") === true;
    const body = isImage ? imageOf(image, name) : ({ kind: "attachment", what: "file", name, text: null } as const);
    facts.item(body, at, place, `${id}#file${index}`);
  }
}

function collectReply({ id, place, message }: SelfContained, facts: FactCollector): void {
  for (const [index, entry] of listOf(message.content).entries()) {
    if (!isForeign(entry)) continue;
    const key = `${id}#${textOf(entry.id) ?? index}`;
    const at = numberOf(fieldOf(entry.time, "created")) ?? createdAt(message);
    const text = textOf(entry.text) ?? "";
    if (entry.type === "tool") collectTool(entry, at, place, key, facts);
    else if (entry.type !== "text" && entry.type !== "reasoning")
      facts.item({ kind: "opaque", raw: entry }, at, place, key);
    else if (text.trim() !== "")
      facts.item({ kind: entry.type === "text" ? "reply" : "reasoning", text }, at, place, key);
  }
  const completedMs = numberOf(fieldOf(message.time, "completed"));
  if (isForeign(message.error)) {
    facts.item({ kind: "notice", text: errorText(message.error) }, completedMs, place, `${id}#error`);
  }
  facts.settle(outcomeOf(message, completedMs), place);
  const [model, provider] = [textOf(fieldOf(message.model, "id")), textOf(fieldOf(message.model, "providerID"))];
  facts.about({ ...(model && { model }), ...(provider && { provider }) });
  const tokens = tokensOf(message.tokens);
  if (tokens !== null)
    facts.usage({ key: id, model, tokens }, { origin: facts.origin(place), at: asTimestamp(createdAt(message)) });
}

function outcomeOf(message: Foreign, completedMs: number | null): TurnOutcome | null {
  const at = asTimestamp(completedMs);
  if (isForeign(message.error) || message.finish === "error") return { state: "failed", at };
  if (completedMs === null || message.finish === "tool-calls" || message.finish === "unknown") return null;
  return { state: "completed", at };
}

function collectTool(entry: Foreign, at: number | null, place: number, key: string, facts: FactCollector): void {
  const state: Foreign = isForeign(entry.state) ? entry.state : {};
  const texts = listOf(state.content).flatMap((piece) => textOf(fieldOf(piece, "text")) ?? []);
  const body = toolCallBody({
    tool: textOf(entry.name) ?? "unknown",
    status: state.status,
    input: state.input,
    output: state.status === "completed" || texts.length > 0 ? texts.join("\n") : null,
    error: textOf(fieldOf(state.error, "message")),
    metadata: state.structured,
  });
  const endedMs = numberOf(fieldOf(entry.time, "completed")) ?? at;
  facts.item(body, endedMs, place, key);
}

/** A command the user ran. */
function collectShell({ id, place, message }: SelfContained, facts: FactCollector): void {
  const isEnded = numberOf(fieldOf(message.time, "completed")) !== null;
  const body = {
    kind: "command",
    command: textOf(message.command) ?? "",
    output: isEnded ? (textOf(message.output) ?? "") : textOf(message.output) || null,
    exitCode: null,
    status: isEnded ? "done" : "open",
  } as const;
  facts.item(body, createdAt(message), place, id);
}
