import type { Timestamp } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";
import { derivedId } from "../../derived-id.ts";
import type { PortableCall, PortableItem } from "../../portable.ts";
import type { WriteOrder } from "../../writer.ts";

type Entry = Readonly<Record<string, unknown>>;

/** Gemini CLI leaves a prompt that begins like this out of what it tells the model. */
const leftOut = /^\s*(?:[/?]|<session_context>|<hook_context>)/;
/** Said before such a prompt, to the model only. */
const quoting = "The user wrote:";
/** Replies without it would be taken for repetitions of earlier ones. */
const noTokens = { input: 0, output: 0, cached: 0, thoughts: 0, tool: 0, total: 0 };

/** The records of a session: a header, then each message once. A call's outcome stands with the call. */
export function recordsOf(history: readonly PortableItem[], order: WriteOrder, root: string): Entry[] {
  const { thread, at, title } = order;
  // By its last update Gemini CLI tells what is too old to keep.
  const header = {
    sessionId: thread,
    projectHash: digestOf(root),
    startTime: at,
    lastUpdated: at,
    kind: "main",
    ...(title.trim() === "" ? {} : { summary: title }),
  };
  const messages = history.flatMap((item, index) => {
    const body = bodyOf(item, order);
    return body === null ? [] : [{ id: derivedId(thread, index), timestamp: item.at ?? at, ...body }];
  });
  return [header, ...messages];
}

/** In the words of Gemini CLI where it has the same tool. */
export function toolOf(call: PortableCall): { name: string; args: Readonly<Record<string, unknown>> } {
  switch (call.tool) {
    case "command":
      return { name: "run_shell_command", args: { command: call.command } };
    case "edit":
      return { name: "apply_patch", args: { patch: call.patch } };
    case "other":
      return { name: call.name, args: call.input };
  }
}

function bodyOf(item: PortableItem, { settings, at }: WriteOrder): Entry | null {
  if (item.kind === "call") return replyOf("", [callOf(item, item.at ?? at)], settings.model);
  if (item.text.trim() === "") return null;
  return item.kind === "user" ? promptOf(item.text) : replyOf(item.text, [], settings.model);
}

function promptOf(text: string): Entry {
  const said = [{ text }];
  if (!leftOut.test(text)) return { type: "user", content: said };
  return { type: "user", content: [{ text: quoting }, ...said], displayContent: said };
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

function callOf(item: Extract<PortableItem, { kind: "call" }>, timestamp: Timestamp): Entry {
  const { id, output, hasFailed } = item;
  const { name, args } = toolOf(item.call);
  const response = hasFailed ? { error: output } : { output };
  return {
    id,
    name,
    args,
    // A list: of a plain text an empty one would be no result.
    result: [{ functionResponse: { id, name, response } }],
    status: hasFailed ? "error" : "success",
    timestamp,
    resultDisplay: output,
  };
}
