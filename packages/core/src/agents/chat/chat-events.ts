import type { ChatEvent, ChatEventOf, ItemBody, RunEvent, WorkStatus } from "@reprise/model";

type Work = Extract<ItemBody, { readonly status: WorkStatus }>;

/** The events of a run, as a chat reports them: no text twice, one `init`, each call with its result. */
export class ChatEvents {
  #session: string | null = null;
  #model: string | null = null;
  #isAnnounced = false;
  /** What was reported of each streamed text. */
  readonly #streamed = new Map<string, string>();
  /** Reported calls that have no result yet. */
  readonly #open = new Set<string>();
  readonly #closed = new Set<string>();

  take(event: RunEvent): readonly ChatEvent[] {
    if (event.type === "thread") this.#session ??= event.thread;
    if (event.type === "settings") this.#model ??= event.settings.model;
    if (event.type === "thread" || event.type === "settings") return [];
    return [...this.#init(), ...this.#said(event)];
  }

  /** After the last event: calls whose outcome nobody knows. */
  rest(): readonly ChatEvent[] {
    const results = [...this.#open].map(
      (tool_id): ChatEvent => ({ type: "tool_result", tool_id, status: "unknown", output: null }),
    );
    return [...this.#init(), ...results];
  }

  /** Held back until the turn starts, so that the model is in it whatever the agent reports first. */
  #init(): readonly ChatEvent[] {
    if (this.#isAnnounced || this.#session === null) return [];
    this.#isAnnounced = true;
    return [{ type: "init", session_id: this.#session, modelId: this.#model }];
  }

  #said(event: RunEvent): readonly ChatEvent[] {
    switch (event.type) {
      case "delta":
        return event.kind === "output" ? [] : this.#piece(event.key, event.kind, event.text);
      case "item":
        return this.#item(event.key, event.item, event.isComplete);
      case "notice":
        return [{ type: "stderr", content: event.text }];
      default:
        return [];
    }
  }

  #piece(key: string, kind: "reply" | "reasoning", content: string): readonly ChatEvent[] {
    if (content === "") return [];
    this.#streamed.set(key, (this.#streamed.get(key) ?? "") + content);
    return [spoken(kind, content, true)];
  }

  #item(key: string, item: ItemBody, isComplete: boolean): readonly ChatEvent[] {
    switch (item.kind) {
      case "reply":
      case "reasoning":
        return this.#whole(key, item.kind, item.text, isComplete);
      case "command":
      case "edit":
      case "tool":
        return this.#work(key, item, isComplete);
      case "notice":
        return isComplete ? [{ type: "stderr", content: item.text }] : [];
      default:
        return [];
    }
  }

  /** Only what was not streamed. Streamed text cannot be taken back: where the whole differs, nothing is added. */
  #whole(key: string, kind: "reply" | "reasoning", text: string, isComplete: boolean): readonly ChatEvent[] {
    const streamed = this.#streamed.get(key);
    if (streamed === undefined) return isComplete && text !== "" ? [spoken(kind, text, false)] : [];
    if (isComplete) this.#streamed.delete(key);
    const rest = text.startsWith(streamed) ? text.slice(streamed.length) : "";
    return rest === "" ? [] : [spoken(kind, rest, true)];
  }

  #work(key: string, item: Work, isComplete: boolean): readonly ChatEvent[] {
    if (this.#closed.has(key)) return [];
    const use: ChatEvent[] = this.#open.has(key) ? [] : [useOf(key, item)];
    this.#open.add(key);
    if (!isComplete) return use;
    this.#open.delete(key);
    this.#closed.add(key);
    return [...use, resultOf(key, item)];
  }
}

function spoken(kind: "reply" | "reasoning", content: string, delta: boolean): ChatEvent {
  return kind === "reply"
    ? { type: "message", role: "assistant", content, delta }
    : { type: "reasoning", content, delta };
}

function useOf(tool_id: string, item: Work): ChatEvent {
  switch (item.kind) {
    case "command":
      return { type: "tool_use", tool_id, tool_name: "command", parameters: { command: item.command } };
    case "edit":
      return { type: "tool_use", tool_id, tool_name: "edit", parameters: { changes: item.changes } };
    default:
      return { type: "tool_use", tool_id, tool_name: item.name, parameters: item.input };
  }
}

const statuses: Readonly<Record<WorkStatus, ChatEventOf<"tool_result">["status"]>> = {
  done: "success",
  failed: "error",
  declined: "declined",
  open: "unknown",
  waiting: "unknown",
};

function resultOf(tool_id: string, item: Work): ChatEvent {
  const output = item.kind === "edit" ? null : item.output;
  return { type: "tool_result", tool_id, status: statuses[item.status], output };
}
