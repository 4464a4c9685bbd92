import { type AttachedPart, type NativeItem, nativeItems } from "../../writing/native-items.ts";
import type { WriteOrder } from "../../writing/native-writer.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { openingPrompt } from "../opening-prompt.ts";
import { opencodeTools } from "../tools.ts";
import { ascendingId } from "./ids.ts";

export interface Model {
  readonly providerID: string;
  readonly modelID: string;
}

type Entry = Readonly<Record<string, unknown>>;
type Part = Entry & { readonly id: string };

/** Input of `opencode import`. Project and directory are those it runs in. */
export interface SessionFile {
  readonly info: Entry;
  readonly messages: readonly { readonly info: Entry & { id: string }; readonly parts: readonly Part[] }[];
}

const agent = "build";
const noTokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

/** One message per prompt, and one per reply up to and including its call, so each outcome precedes what follows. */
export function sessionOf(history: readonly PortableItem[], order: WriteOrder, model: Model): SessionFile {
  const items = nativeItems(history, opencodeTools, order.cwd);
  const pen = new Pen(order, model, items);
  if (items[0]?.kind !== "user") pen.prompt([{ type: "text", text: openingPrompt, synthetic: true }]);
  for (const item of items) pen.item(item);
  pen.endReply();
  const ms = Date.parse(order.at);
  const info = {
    id: order.thread,
    slug: "taken-over",
    projectID: "global",
    directory: order.cwd,
    title: order.title.trim() === "" ? "Taken over" : order.title,
    version: "reprise",
    time: { created: ms, updated: ms },
  };
  return { info, messages: pen.messages };
}

class Pen {
  readonly messages: { info: Entry & { id: string }; parts: Part[] }[] = [];
  readonly #order: WriteOrder;
  readonly #model: Model;
  readonly #lastMs: number;
  /** Ids count from here; all precede the session's start. */
  readonly #idMs: number;
  #count = 0;
  #prompt = "";
  #reply: { id: string; parts: Part[]; createdMs: number } | null = null;
  #ms: number;

  constructor(order: WriteOrder, model: Model, history: readonly NativeItem[]) {
    this.#order = order;
    this.#model = model;
    this.#lastMs = Date.parse(order.at);
    const begun = history.find(({ at }) => at !== null)?.at ?? order.at;
    this.#ms = Math.min(Date.parse(begun), this.#lastMs);
    // Per item a message and at most three parts, plus attachments; 4096 ids per millisecond.
    const attachedCount = history.reduce((sum, item) => sum + (item.kind === "user" ? item.parts.length : 0), 0);
    this.#idMs = this.#lastMs - Math.ceil((4 * history.length + attachedCount + 16) / 0x1000);
  }

  item(item: NativeItem): void {
    // Times must not decrease or exceed the session's: OpenCode sorts by them.
    if (item.at !== null) this.#ms = Math.max(this.#ms, Math.min(Date.parse(item.at), this.#lastMs));
    if (item.kind === "call") this.#call(item);
    else if (item.kind === "user") this.prompt(promptParts(item));
    else if (item.text.trim() !== "")
      this.#say({ type: "text", text: item.text, time: { start: this.#ms, end: this.#ms } });
  }

  prompt(parts: readonly Entry[]): void {
    if (parts.length === 0) return;
    this.endReply();
    const id = this.#id("msg");
    const info = { id, ...this.#own(), role: "user", time: { created: this.#ms }, agent, model: this.#model };
    this.messages.push({ info, parts: parts.map((part) => this.#part(id, part)) });
    this.#prompt = id;
  }

  endReply(finish: "stop" | "tool-calls" = "stop"): void {
    const reply = this.#reply;
    if (reply === null) return;
    const end = { type: "step-finish", reason: finish, cost: 0, tokens: noTokens };
    const { cwd } = this.#order;
    const info = {
      id: reply.id,
      ...this.#own(),
      role: "assistant",
      time: { created: reply.createdMs, completed: this.#ms },
      parentID: this.#prompt,
      ...this.#model,
      mode: agent,
      agent,
      path: { cwd, root: cwd },
      cost: 0,
      tokens: noTokens,
      finish,
    };
    this.messages.push({ info, parts: [...reply.parts, this.#part(reply.id, end)] });
    this.#reply = null;
  }

  #call({ id, name, input, output, hasFailed }: NativeItem & { kind: "call" }): void {
    const time = { start: this.#ms, end: this.#ms };
    const state = hasFailed
      ? { status: "error", input, error: output, time }
      : { status: "completed", input, output, title: name, metadata: {}, time };
    this.#say({ type: "tool", tool: name, callID: id, state });
    this.endReply("tool-calls");
  }

  #say(part: Entry): void {
    this.#reply ??= this.#begun();
    this.#reply.parts.push(this.#part(this.#reply.id, part));
  }

  #begun(): { id: string; parts: Part[]; createdMs: number } {
    const id = this.#id("msg");
    return { id, parts: [this.#part(id, { type: "step-start" })], createdMs: this.#ms };
  }

  #part(messageID: string, part: Entry): Part {
    return { id: this.#id("prt"), ...this.#own(), messageID, ...part };
  }

  #own(): { sessionID: string } {
    return { sessionID: this.#order.thread };
  }

  #id(kind: "msg" | "prt"): string {
    const count = this.#count++;
    const at = { ms: this.#idMs + Math.floor(count / 0x1000), count: count % 0x1000 };
    return ascendingId(kind, at, `${this.#order.thread} ${count}`);
  }
}

/** Attachments are marked as not written by the user. */
function promptParts({ text, parts }: NativeItem & { kind: "user" }): Entry[] {
  const said = text.trim() === "" ? [] : [{ type: "text", text }];
  return [...said, ...parts.map(attachedPart)];
}

function attachedPart(part: AttachedPart): Entry {
  if (typeof part === "string") return { type: "text", text: part, synthetic: true };
  const { mediaType, base64 } = part;
  return { type: "file", mime: mediaType, url: `data:${mediaType};base64,${base64}` };
}
