import type { Failure, RunEvent } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import { ItemKeys } from "./item-keys.ts";
import type { Notification } from "./message.ts";
import { noticeOf } from "./notice.ts";
import { Queue } from "./queue.ts";
import { SentPrompts } from "./sent-prompts.ts";
import { settingsOf } from "./settings.ts";
import { isKeyOf, itemsOf, partKey } from "./thread-items.ts";
import { failureOf } from "./turn-failure.ts";

/** A turn with a consumer. */
export class RunningTurn {
  readonly turn: Turn;
  readonly events = new Queue<RunEvent>();
  /** Resolves when the server starts the turn, or when it is over. */
  readonly begun: Promise<void>;
  readonly over: Promise<void>;
  isOver = false;
  readonly #begin: () => void;
  readonly #finish: () => void;

  constructor(thread: string) {
    this.turn = new Turn(thread);
    const begun = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    [this.begun, this.#begin] = [begun.promise, begun.resolve];
    [this.over, this.#finish] = [over.promise, over.resolve];
  }

  tell(events: readonly RunEvent[]): void {
    if (this.isOver) return;
    this.events.put(events);
    if (this.turn.isStarted) this.#begin();
    if (events.some(({ type }) => type === "turn-ended")) this.#end();
  }

  /** For an end that the server does not report. */
  end(state: "failed" | "interrupted", failure: Failure | null): void {
    this.tell([{ type: "turn-ended", turn: this.turn.id, state, failure }]);
  }

  #end(): void {
    this.isOver = true;
    this.events.end();
    this.#begin();
    this.#finish();
  }
}

type TurnState = Extract<RunEvent, { type: "turn-ended" }>["state"];

const states = new Map<unknown, TurnState>([
  ["completed", "completed"],
  ["failed", "failed"],
  ["interrupted", "interrupted"],
]);

const noItem: Foreign = {};

/** Translates the server's notifications of one turn into events. */
export class Turn {
  readonly thread: string;
  /** Null until the server names it. */
  id: string | null = null;
  /** The server has started it; before that it cannot be interrupted. */
  isStarted = false;
  readonly sent = new SentPrompts();
  /** Text the model has started and not finished. */
  readonly #unfinished = new Set<string>();
  readonly #keys = new ItemKeys();
  readonly #summaryCounts = new Map<string, number>();
  #limits: unknown = null;

  constructor(thread: string) {
    this.thread = thread;
  }

  /** Ignores other threads, and other turns but for their tokens. Nothing follows `turn-ended`. */
  take(notification: Notification): readonly RunEvent[] {
    const { method, params } = notification;
    const thread = textOf(params.threadId);
    if (thread !== null && thread !== this.thread) return [];
    const turn = textOf(params.turnId) ?? textOf(fieldOf(params.turn, "id"));
    if (method === "turn/started" && this.id === null) this.id = turn;
    // After a resume Codex reports the total so far, under the turn in which it was counted.
    const isTotal = method === "thread/tokenUsage/updated";
    if (turn !== null && turn !== this.id) return isTotal ? this.#eventsOf(notification) : [];
    if (turn !== null) this.isStarted = true;
    const notice = noticeOf(notification);
    if (notice === null && method !== "error") return this.#eventsOf(notification);
    return [
      ...(method === "error" && params.willRetry === true ? this.#dropUnfinished() : []),
      ...(notice === null ? [] : [{ type: "notice", text: notice } as const]),
      ...this.#eventsOf(notification),
    ];
  }

  #eventsOf(notification: Notification): readonly RunEvent[] {
    const { method, params } = notification;
    const item = isForeign(params.item) ? params.item : noItem;
    switch (method) {
      case "turn/started":
        return [{ type: "turn-started", turn: this.id }];
      case "turn/completed":
        return this.#ended(notification);
      case "item/started":
        return this.#itemStarted(item);
      case "item/completed":
        return this.#itemCompleted(item);
      case "item/fileChange/patchUpdated":
        return this.#itemStarted({ type: "fileChange", id: params.itemId, changes: params.changes });
      case "thread/tokenUsage/updated":
        return [
          {
            type: "usage",
            isOfThread: true,
            tokens: numberOf(fieldOf(params.tokenUsage, "total", "totalTokens")),
          },
        ];
      case "thread/settings/updated":
        return [{ type: "settings", settings: settingsOf(params.threadSettings) }];
      case "account/rateLimits/updated":
        this.#limits = params.rateLimits;
        return [];
      default:
        return this.#delta(method, params);
    }
  }

  #itemStarted(item: Foreign): readonly RunEvent[] {
    if (item.type === "userMessage") return [];
    if (item.type === "agentMessage") this.#unfinished.add(String(item.id));
    const id = isText(item) ? item.id : this.#keys.started(item);
    if (item.type === "contextCompaction") return [compacting(String(id))];
    return itemsOf({ ...item, id }).map((told) => ({ type: "item", ...told, isComplete: false }));
  }

  #itemCompleted(item: Foreign): readonly RunEvent[] {
    const id = String(item.id);
    for (const key of this.#unfinished) if (isKeyOf(key, id)) this.#unfinished.delete(key);
    const prompt = item.type === "userMessage" ? this.sent.arrived(item) : null;
    if (prompt !== null) return [{ type: "prompt-persisted", promptId: prompt }];
    const key = isText(item) ? item.id : this.#keys.completed(item);
    return itemsOf({ ...item, id: key }).map((told) => ({ type: "item", ...told, isComplete: true }));
  }

  #delta(method: string, params: Foreign): readonly RunEvent[] {
    const item = String(params.itemId);
    const text = textOf(params.delta) ?? "";
    switch (method) {
      case "item/agentMessage/delta":
        return [{ type: "delta", key: item, kind: "reply", text }];
      case "item/commandExecution/outputDelta":
        return [{ type: "delta", key: this.#keys.open(item), kind: "output", text }];
      case "item/reasoning/summaryTextDelta": {
        const index = numberOf(params.summaryIndex) ?? 0;
        this.#summaryCounts.set(item, Math.max(index + 1, this.#summaryCounts.get(item) ?? 0));
        return this.#reasoned(partKey(item, index), text);
      }
      case "item/reasoning/textDelta": {
        const index = (this.#summaryCounts.get(item) ?? 0) + (numberOf(params.contentIndex) ?? 0);
        return this.#reasoned(partKey(item, index), text);
      }
      default:
        return [];
    }
  }

  #reasoned(key: string, text: string): readonly RunEvent[] {
    this.#unfinished.add(key);
    return [{ type: "delta", key, kind: "reasoning", text }];
  }

  /** Texts only: the model does not repeat a running command. */
  #dropUnfinished(): readonly RunEvent[] {
    const keys = [...this.#unfinished];
    this.#unfinished.clear();
    return keys.map((key) => ({ type: "item-dropped", key }));
  }

  #ended({ params, emittedAtMs }: Notification): readonly RunEvent[] {
    const state = states.get(fieldOf(params.turn, "status"));
    if (state === undefined) return [];
    const seconds = numberOf(fieldOf(params.turn, "completedAt"));
    const atMs = emittedAtMs ?? (seconds === null ? null : seconds * 1000);
    const error = fieldOf(params.turn, "error");
    const failure = state === "failed" ? failureOf(error, this.#limits, atMs) : null;
    return [{ type: "turn-ended", turn: this.id, state, failure }];
  }
}

/** It asks the model for a summary, which may take minutes or fail. */
function compacting(key: string): RunEvent {
  return { type: "item", key, isComplete: false, item: { kind: "notice", text: "Compacting the context…" } };
}

/** The server assigns the ids of these. */
function isText({ type }: Foreign): boolean {
  return type === "agentMessage" || type === "reasoning" || type === "userMessage";
}
