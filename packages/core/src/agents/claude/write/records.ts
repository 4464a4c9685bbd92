import type { Timestamp } from "@reprise/model";
import { derivedId } from "../../derived-id.ts";
import type { PortableCall, PortableItem } from "../../portable.ts";
import type { WriteOrder } from "../../writer.ts";

type Block = Readonly<Record<string, unknown>>;
type Line = Readonly<Record<string, unknown>>;

/** The provider wants a user to speak first; nobody typed this. */
const opening = "The conversation begins with a reply.";
/** The provider refuses a failed result without a text. */
const noWords = "(failed without output)";

/**
 * The lines of a session: a chain, one block a line as Claude Code writes replies, each call answered by the line behind
 * it. No system prompt is among them: a recorded one would be taken up on resume.
 */
export function recordsOf(history: readonly PortableItem[], order: WriteOrder, cwd: string): Line[] {
  const chain = new Chain(order, cwd);
  if (history[0]?.kind !== "user") chain.user(opening, order.at, { isMeta: true });
  for (const item of history) {
    const at = item.at ?? order.at;
    if (item.kind === "user") chain.user(item.text, at);
    else if (item.kind === "assistant") chain.reply({ type: "text", text: item.text }, at);
    else {
      chain.reply({ type: "tool_use", id: item.id, ...toolOf(item.call) }, at);
      chain.user([resultOf(item)], at);
    }
  }
  if (order.title.trim() !== "") chain.title(order.title);
  return chain.lines;
}

/** In the words of Claude Code where it has the same tool. */
export function toolOf(call: PortableCall): { name: string; input: Readonly<Record<string, unknown>> } {
  switch (call.tool) {
    case "command":
      return { name: "Bash", input: { command: call.command } };
    case "edit":
      return { name: "apply_patch", input: { patch: call.patch } };
    case "other":
      return { name: call.name, input: call.input };
  }
}

function resultOf({ id, output, hasFailed }: Extract<PortableItem, { kind: "call" }>): Block {
  const content = hasFailed && output.trim() === "" ? noWords : output;
  return { tool_use_id: id, type: "tool_result", content, ...(hasFailed ? { is_error: true } : {}) };
}

class Chain {
  readonly lines: Line[] = [];
  readonly #order: WriteOrder;
  readonly #cwd: string;
  #last: string | null = null;
  /** The message that the next block of a reply belongs to. */
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
    // Without a count of tokens: Claude Code then estimates, and compacts in time.
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

/** The provider refuses texts of nothing but space. */
function isBlank(content: unknown): boolean {
  return typeof content === "string" && content.trim() === "";
}
