import type { ToolCall, ToolCallStatus, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Request } from "@reprise/model";
import type { Editor } from "../editor.ts";
import { fenced, textContent } from "../updates/markdown.ts";
import { toolCallOf, type WorkItem } from "../updates/tool-call.ts";
import { requestToolCall } from "./requests.ts";

const ended: readonly (ToolCallStatus | undefined)[] = ["completed", "failed"];

/** Of a running command only the end of its output is shown, and not more often than this. */
const mostTail = 8_000;
const leastPauseMs = 250;

/** The tool calls of a turn: each announced once, then updated, and none left open at its end. */
export class ToolCalls {
  readonly #editor: Editor;
  readonly #idOf: (key: string) => string;
  readonly #place: { readonly cwd: string; readonly agent: string };
  readonly #statuses = new Map<string, ToolCallStatus | undefined>();
  /** What was last sent of each open call, so that nothing is sent twice. */
  readonly #last = new Map<string, string>();
  /** What running commands have put out lately. */
  readonly #tails = new Map<string, string>();
  readonly #isPending = new Set<string>();
  /** Calls of which only a request is known. */
  readonly #askedOnly = new Set<string>();

  constructor(editor: Editor, idOf: (key: string) => string, place: { readonly cwd: string; readonly agent: string }) {
    this.#editor = editor;
    this.#idOf = idOf;
    this.#place = place;
  }

  async show(key: string, item: WorkItem, isOver: boolean): Promise<void> {
    const id = this.#idOf(key);
    this.#askedOnly.delete(id);
    await this.#send(toolCallOf(id, item, { cwd: this.#place.cwd, isOver }));
  }

  /** More output of a running command; the complete item has all of it. */
  output(key: string, text: string): void {
    const id = this.#idOf(key);
    if (this.#statuses.get(id) !== "in_progress") return;
    this.#tails.set(id, ((this.#tails.get(id) ?? "") + text).slice(-mostTail));
    if (this.#isPending.has(id)) return;
    this.#isPending.add(id);
    setTimeout(() => void this.#sendTail(id), leastPauseMs);
  }

  async #sendTail(toolCallId: string): Promise<void> {
    this.#isPending.delete(toolCallId);
    if (this.#statuses.get(toolCallId) !== "in_progress") return;
    const content = [textContent(fenced((this.#tails.get(toolCallId) ?? "").toWellFormed()))];
    // A closed connection is noticed by the next event.
    await this.#editor.update({ sessionUpdate: "tool_call_update", toolCallId, content }).catch(() => undefined);
  }

  /** The call a request is about, announced if it was not yet. */
  async asked(request: Request): Promise<ToolCallUpdate> {
    const id = this.#idOf(request.item ?? `request-${request.id}`);
    const call = requestToolCall(id, request, this.#place);
    if (!this.#statuses.has(id)) {
      this.#askedOnly.add(id);
      await this.#send(call as ToolCall);
    }
    return call;
  }

  async resolved(request: Request, isYes: boolean): Promise<void> {
    const id = this.#idOf(request.item ?? `request-${request.id}`);
    // What followed is an item of its own.
    if (!this.#askedOnly.has(id) || (isYes && request.item !== null)) return;
    await this.#end(id, isYes ? "completed" : "failed");
  }

  async endAll(): Promise<void> {
    for (const [id, status] of this.#statuses) if (!ended.includes(status)) await this.#end(id, "failed");
  }

  async #send(call: ToolCall): Promise<void> {
    const { toolCallId: id } = call;
    const text = JSON.stringify(call);
    if (this.#last.get(id) === text) return;
    const isNew = !this.#statuses.has(id);
    this.#statuses.set(id, call.status);
    if (ended.includes(call.status)) this.#forget(id);
    else this.#last.set(id, text);
    await this.#editor.update(
      isNew ? { sessionUpdate: "tool_call", ...call } : { sessionUpdate: "tool_call_update", ...call },
    );
  }

  async #end(toolCallId: string, status: "completed" | "failed"): Promise<void> {
    this.#statuses.set(toolCallId, status);
    this.#forget(toolCallId);
    await this.#editor.update({ sessionUpdate: "tool_call_update", toolCallId, status });
  }

  #forget(id: string): void {
    this.#last.delete(id);
    this.#tails.delete(id);
  }
}
