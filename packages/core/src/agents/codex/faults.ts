import type { BadItem } from "../ailments/bad-item.ts";
import { idFaults, nameFaults, plainName } from "../ailments/call-faults.ts";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../foreign.ts";

const roles = new Set(["user", "assistant", "system", "developer"]);
const blocks = new Set(["input_text", "input_image", "input_audio", "output_text", "refusal"]);
const idPrefixes: Readonly<Record<string, string>> = {
  message: "msg",
  function_call: "fc",
  custom_tool_call: "ctc",
  web_search_call: "ws",
};
const searchActions = new Set(["search", "open_page", "find_in_page"]);
const names = plainName(128);
const ids = { most: 64 };

/** What OpenAI's servers refuse of an item that Codex sends as it is, and items that Codex cannot read and leaves out. */
export function itemFaults(item: Foreign): readonly BadItem[] {
  const malformed = malformedBy(item);
  if (malformed !== null)
    return [{ kind: "malformed-item", what: `${malformed} Codex leaves the item out when it resumes.` }];
  return [...idFaultsOf(item), ...ownFaults(item)];
}

/** What Codex 0.166 does not take for an item of this type. */
function malformedBy(item: Foreign): string | null {
  const { type } = item;
  if (type === "message") return malformedContent(item.content);
  if (type === "function_call" || type === "custom_tool_call") {
    const field = type === "function_call" ? "arguments" : "input";
    const missing = ["name", "call_id", field].find((name) => typeof item[name] !== "string");
    return missing === undefined ? null : `A call whose ${missing} is no text.`;
  }
  if (type === "function_call_output" || type === "custom_tool_call_output") {
    if (typeof item.call_id !== "string") return "An output whose call_id is no text.";
    const { output } = item;
    return typeof output === "string" || Array.isArray(output) || isForeign(output)
      ? null
      : "An output that is neither text nor a list.";
  }
  return null;
}

function malformedContent(content: unknown): string | null {
  if (!Array.isArray(content)) return "A message whose content is no list.";
  for (const block of content) {
    const type = textOf(fieldOf(block, "type"));
    if (type === null || !blocks.has(type))
      return `A message with a block of the unknown type ${JSON.stringify(type)}.`;
    if (type.endsWith("_text") && textOf(fieldOf(block, "text")) === null)
      return "A message with a text block without text.";
  }
  return null;
}

function idFaultsOf({ id, type }: Foreign): BadItem[] {
  const prefix = idPrefixes[String(type)];
  if (typeof id !== "string" || prefix === undefined) return [];
  if (id.startsWith(prefix) && id.length <= 64 && /^[a-zA-Z0-9_-]+$/.test(id)) return [];
  const shown = id.length > 80 ? `${id.slice(0, 80)}…` : id;
  const what = `The item has the id ${JSON.stringify(shown)}; OpenAI accepts ids that start with ${prefix}, of at most 64 letters, digits, _ and -.`;
  return [{ kind: "bad-item-id", what }];
}

function ownFaults(item: Foreign): BadItem[] {
  switch (item.type) {
    case "message":
      return [...messageFaults(item), ...imageFaults(item.content)];
    case "function_call":
    case "custom_tool_call":
      return [...idFaults(textOf(item.call_id) ?? "", ids), ...nameFaults(textOf(item.name) ?? "", names)];
    case "function_call_output":
    case "custom_tool_call_output":
      return imageFaults(item.output);
    case "web_search_call":
      return searchFaults(item.action);
  }
  return [];
}

function messageFaults({ role, content }: Foreign): BadItem[] {
  if (!roles.has(String(role)))
    return [{ kind: "bad-role", what: `A message has the role ${JSON.stringify(role)}, which no model knows.` }];
  if (listOf(content).length === 0) return [{ kind: "empty-content", what: "A message has no content." }];
  const wrong = role === "assistant" ? /^input_/ : /^(?:output_|refusal$)/;
  const found = listOf(content).map((block) => textOf(fieldOf(block, "type")) ?? "");
  const block = found.find((type) => wrong.test(type));
  if (block === undefined) return [];
  const what = `A message of the role ${String(role)} has a block of the type ${block}, which is not accepted there.`;
  return [{ kind: "bad-role", what }];
}

/** Codex replaces embedded images that are broken; an address of another kind it sends as it is. */
function imageFaults(content: unknown): BadItem[] {
  const addresses = listOf(content).flatMap((block) =>
    fieldOf(block, "type") === "input_image" ? [textOf(fieldOf(block, "image_url")) ?? ""] : [],
  );
  const bad = addresses.find((address) => !/^(?:data:|https?:\/\/)/.test(address));
  if (bad === undefined) return [];
  const what = `An image has the address ${JSON.stringify(bad.slice(0, 80))}, which is no URL.`;
  return [{ kind: "broken-image", what, onResume: "sent" }];
}

function searchFaults(action: unknown): BadItem[] {
  const type = textOf(fieldOf(action, "type"));
  if (type === null || searchActions.has(type)) return [];
  const what = `A web search has the action ${JSON.stringify(type)}, which Codex sends as "other" and OpenAI refuses.`;
  return [{ kind: "unknown-block", what }];
}
