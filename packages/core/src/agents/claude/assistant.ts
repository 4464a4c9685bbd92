import { type Foreign, fieldOf, textOf } from "../foreign.ts";
import { bodyOfCall, kindOfCall } from "./call.ts";
import { blocksOf } from "./content.ts";
import { outcomeOf } from "./result.ts";
import type { Place, Teller } from "./teller.ts";
import { tellLeft, type Voice } from "./voice.ts";

/** The model in lines that the harness wrote itself. */
const noModel = "<synthetic>";
/** Written on resuming a session that broke off, so that roles alternate. */
const filler = "No response requested.";

/** A line of a reply: usually one block of it. */
export function tellAssistant(record: Foreign, place: Place, teller: Teller, voice: Voice): void {
  const message = record.message;
  const model = textOf(fieldOf(message, "model"));
  const blocks = blocksOf(fieldOf(message, "content"));
  const isSynthetic = model === noModel || record.isApiErrorMessage === true;
  if (!isSynthetic) teller.about({ model, effort: textOf(record.effort) });
  tellLeft(
    voice.grow(isSynthetic || voice.isAside ? null : (textOf(fieldOf(message, "id")) ?? voice.key)),
    place,
    teller,
    voice,
  );
  for (const [index, block] of blocks.entries()) {
    const key = index === 0 ? voice.key : `${voice.key}.${index}`;
    if (isSynthetic && block.type === "text") tellSynthetic(textOf(block.text) ?? "", key, place, teller);
    else tellBlock(block, key, place, teller, voice);
  }
  if (record.isApiErrorMessage === true && !voice.isAside) teller.turnEnd("failed", place);
}

function tellSynthetic(text: string, key: string, place: Place, teller: Teller): void {
  if (text !== filler && text.trim() !== "") teller.item({ kind: "notice", text }, place, key);
}

function tellBlock(block: Foreign, key: string, place: Place, teller: Teller, voice: Voice): void {
  const type = textOf(block.type) ?? "";
  if (type === "text") return tellText(textOf(block.text) ?? "", key, place, teller, voice);
  if (type === "thinking") return tellThinking(textOf(block.thinking) ?? "", key, place, teller);
  // Encrypted: there is nothing to read.
  if (type === "redacted_thinking") return;
  if (type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use")
    return tellCall(block, key, place, teller);
  if (type.endsWith("tool_result")) return tellServerResult(block, key, place, teller);
  teller.item({ kind: "opaque", raw: block }, place, key);
}

function tellText(text: string, key: string, place: Place, teller: Teller, voice: Voice): void {
  if (text.trim() === "") return;
  if (voice.isAside) teller.item({ kind: "notice", text: `Sub-agent: ${text}` }, place, key);
  else teller.item({ kind: "reply", text }, place, key);
}

function tellThinking(text: string, key: string, place: Place, teller: Teller): void {
  if (text.trim() !== "") teller.item({ kind: "reasoning", text }, place, key);
}

function tellCall(block: Foreign, key: string, place: Place, teller: Teller): void {
  const name = textOf(block.name) ?? "";
  const id = textOf(block.id);
  const own = id === null ? key : teller.call(id, kindOfCall(name), name);
  teller.item(bodyOfCall(name, block.input), place, own);
}

/** A tool that ran at the provider answers inside the reply. */
function tellServerResult(block: Foreign, key: string, place: Place, teller: Teller): void {
  const id = textOf(block.tool_use_id);
  const call = id === null ? null : teller.answered(id);
  const { body, rank } = outcomeOf(block, {}, call);
  teller.item(body, place, call?.key ?? id ?? key, rank);
}
