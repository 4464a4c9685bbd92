import type { Timestamp } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";
import { derivedId } from "../../writing/derived-id.ts";
import { type AttachedPart, type NativeItem, nativeItems } from "../../writing/native-items.ts";
import type { WriteOrder } from "../../writing/native-writer.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { quoting } from "../read/user-message.ts";
import { geminiTools } from "../tools.ts";

type Entry = Readonly<Record<string, unknown>>;

/** Gemini CLI does not send prompts that start like this. */
const leftOut = /^\s*(?:[/?]|<session_context>|<hook_context>)/;
/** Our reader treats replies without it as repetitions. */
const noTokens = { input: 0, output: 0, cached: 0, thoughts: 0, tool: 0, total: 0 };

/** A header, then each message once, calls with their outcome. */
export function recordsOf(history: readonly PortableItem[], order: WriteOrder, root: string): Entry[] {
  const { thread, at, title } = order;
  // Gemini CLI deletes old sessions by this time.
  const header = {
    sessionId: thread,
    projectHash: digestOf(root),
    startTime: at,
    lastUpdated: at,
    kind: "main",
    ...(title.trim() === "" ? {} : { summary: title }),
  };
  const messages = nativeItems(history, geminiTools, root).flatMap((item, index) => {
    const body = bodyOf(item, order);
    return body === null ? [] : [{ id: derivedId(thread, index), timestamp: item.at ?? at, ...body }];
  });
  return [header, ...messages];
}

function bodyOf(item: NativeItem, { settings, at }: WriteOrder): Entry | null {
  if (item.kind === "call") return replyOf("", [callOf(item, item.at ?? at)], settings.model);
  if (item.kind === "user") return promptOf(item);
  return item.text.trim() === "" ? null : replyOf(item.text, [], settings.model);
}

function promptOf({ text, parts }: NativeItem & { kind: "user" }): Entry | null {
  const said = text.trim() === "" ? [] : [{ text }];
  const attached = parts.map(partOf);
  if (said.length + attached.length === 0) return null;
  const quoted = leftOut.test(text) ? [{ text: quoting }] : [];
  const content = [...quoted, ...said, ...attached];
  const isPlain = content.length === said.length;
  return { type: "user", content, ...(isPlain || said.length === 0 ? {} : { displayContent: said }) };
}

function partOf(part: AttachedPart): Entry {
  if (typeof part === "string") return { text: part };
  return { inlineData: { mimeType: part.mediaType, data: part.base64 } };
}

function replyOf(content: string, toolCalls: readonly Entry[], model: string | null): Entry {
  return {
    type: "gemini",
    content,
    thoughts: [],
    tokens: noTokens,
    ...(model === null ? {} : { model }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

function callOf(item: NativeItem & { kind: "call" }, timestamp: Timestamp): Entry {
  const { id, output, hasFailed, name, input: args } = item;
  const response = hasFailed ? { error: output } : { output };
  return {
    id,
    name,
    args,
    // A list: an empty plain text would count as no result.
    result: [{ functionResponse: { id, name, response } }],
    status: hasFailed ? "error" : "success",
    timestamp,
    resultDisplay: output,
  };
}
