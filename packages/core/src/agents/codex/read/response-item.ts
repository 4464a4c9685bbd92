import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import { imageOf, splitParts } from "../../reading/user-parts.ts";
import { bodyOfCall, callKind, commandText, outcomeOf } from "./call.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import { contentText, imagePart, isContent, promptOf, userMessageOf } from "./message.ts";

const outputRank = 1;
/** Known, and nothing a person would look for: what only the model or the harness needs. */
const silent = new Set([
  "ghost_snapshot",
  "additional_tools",
  "configuration_update",
  "compaction_trigger",
  "tool_search_output",
  "other",
]);

/** A piece of the model's own history, bare as it stood in the files of 2025 or wrapped as today. */
export function collectResponseItem(item: Foreign, place: LinePosition, facts: FactCollector): void {
  const id = textOf(item.id);
  switch (item.type) {
    case "message":
      return collectMessage(item, place, facts, id);
    case "agent_message":
      return facts.inbound(textOf(item.author) ?? "another agent", contentText(item.content), place, id);
    case "reasoning":
      return collectReasoning(item, place, facts, id);
    case "function_call":
    case "custom_tool_call":
    case "tool_search_call":
      return collectCall(item, place, facts);
    case "local_shell_call":
      return collectShellCall(item, place, facts);
    case "function_call_output":
    case "custom_tool_call_output":
      return collectOutput(item, place, facts);
    case "web_search_call":
      return collectWebSearch(item, place, facts, id);
    case "image_generation_call":
      return collectImage(item, place, facts, id);
    case "compaction":
    case "compaction_summary":
    case "context_compaction":
      return facts.told("compaction", "model", "", place, id);
  }
  if (!silent.has(String(item.type))) facts.item({ kind: "opaque", raw: item }, place, { key: id });
}

export function callName(item: Foreign): string {
  const name = textOf(item.name) ?? textOf(item.type) ?? "";
  const namespace = textOf(item.namespace);
  return namespace?.startsWith("mcp__") ? `${namespace}__${name}` : name;
}

function collectMessage(item: Foreign, place: LinePosition, facts: FactCollector, id: string | null): void {
  if (!isContent(item.content)) {
    facts.badShape("a message without a text where one belongs", place);
    return facts.item({ kind: "opaque", raw: item }, place, { key: id });
  }
  if (item.role === "assistant") return facts.told("reply", "model", contentText(item.content), place, id);
  if (item.role === "developer") return collectHookContext(item, place, facts, id);
  if (item.role === "system") return;
  if (item.role !== "user") return collectStranger(item, place, facts, id);
  const message = userMessageOf(item);
  facts.prompt("model", promptOf(message), message.context, place, id);
  for (const [index, body] of message.attached.entries()) {
    // A numbered file tells by an event what the person ran.
    const isToldTwice = body.kind === "command" && facts.isNumbered && !isOurs(item);
    if (!isToldTwice) facts.attached(body, place, `${id ?? `@${place.origin.byteOffset}`}#${index}`);
  }
}

/** Written by us: no event tells it. */
function isOurs(item: Foreign): boolean {
  return listOf(item.content).some((part) => textOf(fieldOf(part, "text"))?.startsWith("<attached kind="));
}

const hookKind = "hooks.additional_context";

/** All else that a developer says is told to every thread. */
function collectHookContext(item: Foreign, place: LinePosition, facts: FactCollector, id: string | null): void {
  const kinds = listOf(fieldOf(item, "internal_chat_message_metadata_passthrough", "content_item_kinds"));
  for (const [index, part] of listOf(item.content).entries()) {
    const text = textOf(fieldOf(part, "text"));
    if (kinds[index] !== hookKind || text === null) continue;
    const body = { kind: "attachment", what: "context", name: "hook", text } as const;
    facts.attached(body, place, `${id ?? `@${place.origin.byteOffset}`}#${index}`);
  }
}

/** Of a role that is none of Codex's, which shows nothing of it: said by neither side, but not lost in a replay. */
function collectStranger(item: Foreign, place: LinePosition, facts: FactCollector, id: string | null): void {
  const text = contentText(item.content);
  if (text === "") return;
  const body = { kind: "attachment", what: "context", name: String(item.role), text } as const;
  facts.attached(body, place, id ?? `@${place.origin.byteOffset}`);
}

function collectReasoning(item: Foreign, place: LinePosition, facts: FactCollector, id: string | null): void {
  const parts = [...listOf(item.summary), ...listOf(item.content)].map((part) => contentText([part]));
  for (const [index, text] of parts.entries())
    facts.told("reasoning", "model", text, place, id === null ? null : `${id}#${index}`);
}

function collectCall(item: Foreign, place: LinePosition, facts: FactCollector): void {
  const name = callName(item);
  const body = bodyOfCall(name, item);
  facts.call(textOf(item.call_id), callKind(name, textOf(item.arguments) ?? ""), body, place);
}

function collectShellCall(item: Foreign, place: LinePosition, facts: FactCollector): void {
  const command = commandText(listOf(fieldOf(item, "action", "command")));
  const id = textOf(item.call_id) ?? textOf(item.id);
  facts.call(id, "command", { kind: "command", command, output: null, exitCode: null, status: "open" }, place);
}

function collectOutput(item: Foreign, place: LinePosition, facts: FactCollector): void {
  const call = textOf(item.call_id);
  if (call === null) return facts.item({ kind: "opaque", raw: item }, place);
  const turn = textOf(fieldOf(item, "internal_chat_message_metadata_passthrough", "turn_id"));
  facts.output(call, (kind) => outcomeOf(kind ?? "tool", item.output), outputRank, place, turn);
  const images = listOf(item.output).filter((part) => isForeign(part) && part.type === "input_image");
  const parts = images.map((part, index) => ({
    ...imagePart(part as Foreign),
    name: `tool output #${index + 1}`,
  }));
  for (const [index, body] of splitParts(parts).attached.entries())
    facts.attached(body, place, `${call}@${place.origin.byteOffset}#${index}`, turn);
}

function collectWebSearch(item: Foreign, place: LinePosition, facts: FactCollector, id: string | null): void {
  const input = { query: fieldOf(item, "action", "query") ?? null, action: item.action ?? null };
  facts.item({ kind: "tool", name: "web_search", input, output: "", status: "done" }, place, { key: id });
}

function collectImage(item: Foreign, place: LinePosition, facts: FactCollector, id: string | null): void {
  const size = textOf(item.result)?.length ?? 0;
  const output = `[image, ${Math.ceil((size * 3) / 4 / 1024)} kB]`;
  facts.item(
    { kind: "tool", name: "image_generation", input: item.revised_prompt ?? null, output, status: "done" },
    place,
    { key: id },
  );
  const base64 = textOf(item.result);
  if (base64)
    facts.attached(
      imageOf({ mediaType: "image/png", base64 }, "generated image"),
      place,
      `${id ?? `@${place.origin.byteOffset}`}#0`,
    );
}
