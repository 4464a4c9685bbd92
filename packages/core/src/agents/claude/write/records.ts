import type { Timestamp } from "@reprise/model";
import { derivedId } from "../../writing/derived-id.ts";
import { type AttachedPart, type NativeItem, nativeItems } from "../../writing/native-items.ts";
import type { WriteOrder } from "../../writing/native-writer.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { openingPrompt } from "../opening-prompt.ts";
import { claudeTools } from "../tools.ts";

type Block = Readonly<Record<string, unknown>>;
type Line = Readonly<Record<string, unknown>>;

/** The provider refuses a failed result without a text. */
const noWords = "(failed without output)";

/** A chain with one block per line; each call is answered by the next line. No system prompt: a resume would use it. */
export function recordsOf(history: readonly PortableItem[], order: WriteOrder, cwd: string): Line[] {
  const chain = new Chain(order, cwd);
  const items = nativeItems(history, claudeTools, cwd);
  if (items[0]?.kind !== "user") chain.user(openingPrompt, order.at, { isMeta: true });
  for (const item of items) {
    const at = item.at ?? order.at;
    if (item.kind === "user") chain.user(...messageOf(item, at));
    else if (item.kind === "assistant") chain.reply({ type: "text", text: item.text }, at);
    else {
      chain.reply({ type: "tool_use", id: item.id, name: item.name, input: item.input }, at);
      chain.user([resultOf(item)], at);
    }
  }
  if (order.title.trim() !== "") chain.title(order.title);
  return chain.lines;
}

function messageOf(
  { text, parts }: NativeItem & { kind: "user" },
  at: Timestamp,
): [string | readonly Block[], Timestamp, Line] {
  if (parts.length === 0) return [text, at, {}];
  const words = isBlank(text) ? [] : [{ type: "text", text }];
  return [[...words, ...parts.map(blockOf)], at, words.length === 0 ? { isMeta: true } : {}];
}

function blockOf(part: AttachedPart): Block {
  if (typeof part === "string") return { type: "text", text: part };
  return { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.base64 } };
}

function resultOf({ id, output, hasFailed }: NativeItem & { kind: "call" }): Block {
  const content = hasFailed && output.trim() === "" ? noWords : output;
  return { tool_use_id: id, type: "tool_result", content, ...(hasFailed ? { is_error: true } : {}) };
}

class Chain {
  readonly lines: Line[] = [];
  readonly #order: WriteOrder;
  readonly #cwd: string;
  #last: string | null = null;
  #message: string | null = null;

  constructor(order: WriteOrder, cwd: string) {
    this.#order = order;
    this.#cwd = cwd;
  }

  user(content: string | readonly Block[], at: Timestamp, more: Line = {}): void {
    if (isBlank(content)) return;
    this.#message = null;
    this.#add("user", { role: "user", content }, at, more);
  }

  reply(block: Block, at: Timestamp): void {
    if (block.type === "text" && isBlank(block.text)) return;
    const { thread, settings } = this.#order;
    this.#message ??= `msg_${derivedId(thread, "message", this.lines.length).replaceAll("-", "")}`;
    // No token count: Claude Code then estimates and compacts in time.
    const message = {
      id: this.#message,
      type: "message",
      role: "assistant",
      ...(settings.model === null ? {} : { model: settings.model }),
      content: [block],
      stop_reason: block.type === "tool_use" ? "tool_use" : "end_turn",
      stop_sequence: null,
    };
    this.#add("assistant", message, at, {});
  }

  title(title: string): void {
    this.lines.push({ type: "ai-title", aiTitle: title, sessionId: this.#order.thread });
  }

  #add(type: string, message: object, timestamp: Timestamp, more: Line): void {
    const uuid = derivedId(this.#order.thread, this.lines.length);
    this.lines.push({
      parentUuid: this.#last,
      isSidechain: false,
      userType: "external",
      cwd: this.#cwd,
      sessionId: this.#order.thread,
      type,
      message,
      ...more,
      uuid,
      timestamp,
    });
    this.#last = uuid;
  }
}

/** The provider refuses blank texts. */
function isBlank(content: unknown): boolean {
  return typeof content === "string" && content.trim() === "";
}
