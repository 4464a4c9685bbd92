import { type Json, listOf, objectOf, textOf } from "../json.ts";
import { firstOf, firstTwice, isBlank, isObject, oneOf } from "./rules.ts";

const ofReplies = [
  "text",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "server_tool_use",
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
];
const ofPrompts = ["text", "image", "document", "search_result", "tool_result", "container_upload"];
const mostPixels = 8000;
/** With many images, each may have fewer pixels. */
const manyImages = 20;
const mostPixelsOfMany = 2000;
const resultTypes = ["text", "image", "document", "search_result", "tool_reference"];
const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;

/** Why Anthropic's Messages refuse the shape of the messages. */
export function messagesRefusal(body: unknown): string | null {
  const messages = listOf(objectOf(body).messages);
  if (messages[0] && messages[0].role !== "user") return 'messages: first message must use the "user" role';
  return (
    firstOf(messages, (message, index) => messageRefusal(message, index, messages)) ??
    uniqueRefusal(messages) ??
    pixelRefusal(messages)
  );
}

function messageRefusal({ role, content }: Json, index: number, messages: readonly Json[]): string | null {
  const path = `messages.${index}`;
  const refusal = oneOf(role, `${path}.role`, ["user", "assistant", "system"]);
  if (refusal !== null) return refusal;
  const isLast = index === messages.length - 1;
  const isEmpty = typeof content === "string" ? content.trim() === "" : listOf(content).length === 0;
  // Claude Code sends its own empty system message, and it is accepted.
  if (isEmpty && role !== "system" && !(isLast && role === "assistant"))
    return `${path}: all messages must have non-empty content except for the optional final assistant message`;
  return (
    firstOf(listOf(content), (block, at) =>
      blockRefusal(block, `${path}.content.${at}`, role === "assistant" ? ofReplies : ofPrompts),
    ) ??
    answeredRefusal(listOf(content), listOf(messages[index + 1]?.content), path) ??
    askedRefusal(listOf(content), listOf(messages[index - 1]?.content), path)
  );
}

function blockRefusal(block: Json, path: string, types: readonly string[]): string | null {
  const refusal = oneOf(block.type, `${path}.type`, types);
  if (refusal !== null) return refusal;
  if (block.type === "text" && isBlank(block.text)) return emptyTextRefusal(block, path);
  if (block.type === "document") return documentRefusal(block, path);
  if (block.type === "tool_use") return callRefusal(block, path);
  return block.type === "tool_result" ? resultRefusal(block, path) : null;
}

function emptyTextRefusal({ cache_control, text }: Json, path: string): string {
  if (cache_control !== undefined) return `${path}.text: cache_control cannot be set for empty text blocks`;
  return text === ""
    ? "messages: text content blocks must be non-empty"
    : "messages: text content blocks must contain non-whitespace text";
}

function documentRefusal({ source }: Json, path: string): string | null {
  const { type, media_type, data } = objectOf(source);
  if (type !== "base64" || media_type !== "application/pdf") return null;
  const text = Buffer.from(textOf(data), "base64").toString("latin1");
  if (!text.startsWith("%PDF-") || !text.includes("%%EOF"))
    return `${path}.pdf.source.base64.data: The PDF specified was not valid.`;
  return text.includes("/Encrypt") ? `${path}.pdf.source.base64.data: The PDF specified is password protected.` : null;
}

function callRefusal({ id, name, input }: Json, path: string): string | null {
  if (!/^[a-zA-Z0-9_-]+$/.test(textOf(id)))
    return `${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
  if (!namePattern.test(textOf(name)))
    return `${path}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
  return isObject(input) ? null : `${path}.tool_use.input: Input should be a valid dictionary`;
}

function resultRefusal({ content, is_error }: Json, path: string): string | null {
  const isEmpty = typeof content === "string" ? content === "" : listOf(content).length === 0;
  if (is_error === true && isEmpty) return `${path}: content cannot be empty if \`is_error\` is true`;
  return firstOf(listOf(content), (part, at) => {
    const inner = `${path}.tool_result.content.${at}`;
    if (part.type === "text" && isBlank(part.text)) return emptyTextRefusal(part, inner);
    return oneOf(part.type, inner, resultTypes) ?? (part.type === "document" ? documentRefusal(part, inner) : null);
  });
}

function idsOf(blocks: readonly Json[], type: string, field: string): string[] {
  return blocks.flatMap((block) => (block.type === type ? [textOf(block[field])] : []));
}

/** Every call must be answered in the next message, before anything else in it. */
function answeredRefusal(blocks: readonly Json[], next: readonly Json[], path: string): string | null {
  const firstOther = next.findIndex(({ type }) => type !== "tool_result");
  const leading = firstOther === -1 ? next : next.slice(0, firstOther);
  const answered = new Set(idsOf(leading, "tool_result", "tool_use_id"));
  const missing = idsOf(blocks, "tool_use", "id").filter((id) => !answered.has(id));
  return missing.length === 0
    ? null
    : `${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

function askedRefusal(blocks: readonly Json[], before: readonly Json[], path: string): string | null {
  const asked = new Set(idsOf(before, "tool_use", "id"));
  const answers = idsOf(blocks, "tool_result", "tool_use_id");
  const strange = answers.find((id) => !asked.has(id));
  if (strange !== undefined)
    return `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${strange}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
  const twice = firstTwice(answers);
  if (twice !== null)
    return `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`;
  const served = new Set(blocks.map(({ tool_use_id }) => tool_use_id));
  const open = idsOf(blocks, "server_tool_use", "id").find((id) => !served.has(id));
  return open === undefined
    ? null
    : `${path}: \`server_tool_use\` with id ${open} was found without a corresponding result block`;
}

function uniqueRefusal(messages: readonly Json[]): string | null {
  const twice = firstTwice(messages.flatMap(({ content }) => idsOf(listOf(content), "tool_use", "id")));
  return twice === null ? null : `messages: \`tool_use\` ids must be unique (${twice})`;
}

function pixelRefusal(messages: readonly Json[]): string | null {
  const blocks = messages.flatMap(({ content }) => listOf(content));
  const sizes = [...blocks, ...blocks.flatMap(({ content }) => listOf(content))].flatMap(({ type, source }) =>
    type === "image" ? [sideOfPng(textOf(objectOf(source).data))] : [],
  );
  const largest = Math.max(0, ...sizes);
  if (largest > mostPixels)
    return `messages: At least one of the image dimensions exceed max allowed size: ${mostPixels} pixels`;
  return sizes.length > manyImages && largest > mostPixelsOfMany
    ? `messages: At least one of the image dimensions exceed max allowed size for many-image requests: ${mostPixelsOfMany} pixels`
    : null;
}

/** The longer side. */
function sideOfPng(base64: string): number {
  const head = Buffer.from(base64.slice(0, 32), "base64");
  return head.length < 24 || head.toString("latin1", 1, 4) !== "PNG"
    ? 0
    : Math.max(head.readUInt32BE(16), head.readUInt32BE(20));
}
