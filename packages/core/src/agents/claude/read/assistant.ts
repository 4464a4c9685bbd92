import { type Foreign, fieldOf, textOf } from "../../foreign.ts";
import { type Branch, collectLeft } from "./branch.ts";
import { bodyOfCall, kindOfCall } from "./call.ts";
import { blocksOf } from "./content.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import { outcomeOf } from "./result.ts";
import { tokensOf } from "./tokens.ts";

const noModel = "<synthetic>";
/** Written when an interrupted session resumes, so that roles alternate. */
const filler = "No response requested.";

export function collectAssistant(record: Foreign, place: LinePosition, facts: FactCollector, branch: Branch): void {
  const message = record.message;
  const model = textOf(fieldOf(message, "model"));
  const blocks = blocksOf(fieldOf(message, "content"));
  const isSynthetic = model === noModel || record.isApiErrorMessage === true;
  if (!isSynthetic) facts.about({ model, effort: textOf(record.effort) });
  collectLeft(
    branch.grow(isSynthetic || branch.isAside ? null : (textOf(fieldOf(message, "id")) ?? branch.key)),
    place,
    facts,
    branch,
  );
  for (const [index, block] of blocks.entries()) {
    const key = index === 0 ? branch.key : `${branch.key}.${index}`;
    if (isSynthetic && block.type === "text") collectSynthetic(textOf(block.text) ?? "", key, place, facts);
    else collectBlock(block, key, place, facts, branch);
  }
  if (!isSynthetic) collectUsage(message, model, place, facts);
  if (record.isApiErrorMessage === true && !branch.isAside) facts.turnEnd("failed", place);
}

/** Each line of a message repeats its usage; the last one is complete. */
function collectUsage(message: unknown, model: string | null, place: LinePosition, facts: FactCollector): void {
  const usage = fieldOf(message, "usage");
  const tokens = tokensOf(usage);
  if (tokens !== null) facts.usage({ key: textOf(fieldOf(message, "id")), model, tokens }, place);
}

function collectSynthetic(text: string, key: string, place: LinePosition, facts: FactCollector): void {
  if (text !== filler && text.trim() !== "") facts.item({ kind: "notice", text }, place, key);
}

function collectBlock(block: Foreign, key: string, place: LinePosition, facts: FactCollector, branch: Branch): void {
  const type = textOf(block.type) ?? "";
  if (type === "text") return collectText(textOf(block.text) ?? "", key, place, facts, branch);
  if (type === "thinking") return collectThinking(textOf(block.thinking) ?? "", key, place, facts);
  // Encrypted.
  if (type === "redacted_thinking") return;
  if (type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use")
    return collectCall(block, key, place, facts);
  if (type.endsWith("tool_result")) return collectServerResult(block, key, place, facts);
  facts.item({ kind: "opaque", raw: block }, place, key);
}

function collectText(text: string, key: string, place: LinePosition, facts: FactCollector, branch: Branch): void {
  if (text.trim() === "") return;
  if (branch.isAside) facts.item({ kind: "notice", text: `Sub-agent: ${text}` }, place, key);
  else facts.item({ kind: "reply", text }, place, key);
}

function collectThinking(text: string, key: string, place: LinePosition, facts: FactCollector): void {
  if (text.trim() !== "") facts.item({ kind: "reasoning", text }, place, key);
}

function collectCall(block: Foreign, key: string, place: LinePosition, facts: FactCollector): void {
  const name = textOf(block.name) ?? "";
  const id = textOf(block.id);
  const own = id === null ? key : facts.call(id, kindOfCall(name), name);
  facts.item(bodyOfCall(name, block.input), place, own);
}

/** Provider-side tools answer inside the reply. */
function collectServerResult(block: Foreign, key: string, place: LinePosition, facts: FactCollector): void {
  const id = textOf(block.tool_use_id);
  const call = id === null ? null : facts.answered(id);
  const { body, rank } = outcomeOf(block, {}, call);
  facts.item(body, place, call?.key ?? id ?? key, rank);
}
