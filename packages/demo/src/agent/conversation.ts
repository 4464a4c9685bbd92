import { playFor } from "./plays.ts";
import { Stage } from "./stage.ts";
import type { Thread } from "./thread.ts";
import type { Fields, Wire } from "./wire.ts";

interface Running {
  readonly stage: Stage;
  readonly stopping: AbortController;
  readonly over: Promise<void>;
  /** Added while it ran; answered before it ends. */
  readonly added: string[];
}

interface Ending {
  readonly status: "completed" | "interrupted" | "failed";
  readonly error: { readonly message: string; readonly reason: string } | null;
}

/** The turns of one thread, in sequence. */
export class Conversation {
  readonly #thread: Thread;
  readonly #wire: Wire;
  #running: Running | null = null;
  #tokens = 0;

  constructor(thread: Thread, wire: Wire) {
    this.#thread = thread;
    this.#wire = wire;
  }

  inject(items: unknown): object {
    for (const item of Array.isArray(items) ? items : []) this.#thread.rollout.append("response_item", item);
    return {};
  }

  /** Null while another turn runs. Events of the turn follow this answer. */
  start(params: Fields): object | null {
    if (this.#running !== null) return null;
    const stopping = new AbortController();
    const stage = new Stage(this.#thread, this.#wire, textIn(params), stopping);
    const over = Promise.resolve().then(() => this.#play(stage, params.clientUserMessageId));
    this.#running = { stage, stopping, over, added: [] };
    return { turn: this.#turn(stage, "inProgress") };
  }

  steer(params: Fields): object | null {
    if (this.#running === null) return null;
    const { stage, added } = this.#running;
    stage.heard(params.clientUserMessageId, textIn(params));
    added.push(textIn(params));
    return { turnId: stage.records.turn };
  }

  async interrupt(): Promise<void> {
    this.#running?.stopping.abort();
    await this.#running?.over;
  }

  async #play(stage: Stage, promptId: unknown): Promise<void> {
    stage.records.begin(this.#thread.settings);
    this.#wire.notify("turn/started", this.#about(this.#turn(stage, "inProgress")));
    stage.heard(promptId, stage.prompt);
    const ending = await this.#played(stage);
    this.#running = null;
    this.#count(stage);
    if (ending.status === "interrupted") stage.records.aborted();
    else stage.records.end(stage.lastReply, ending.error);
    const error =
      ending.error === null
        ? null
        : { message: ending.error.message, codexErrorInfo: ending.error.reason, additionalDetails: null };
    this.#wire.notify("turn/completed", this.#about({ ...this.#turn(stage, ending.status), error }));
  }

  async #played(stage: Stage): Promise<Ending> {
    try {
      await playFor(stage.prompt)(stage);
      for (const text of this.#running?.added ?? [])
        await stage.say(`You added “${text}” while I worked. In the demo I can only take note of it.`);
      return { status: "completed", error: null };
    } catch (error) {
      if (stage.signal.aborted) return { status: "interrupted", error: null };
      if (!(error instanceof Error)) throw error;
      return { status: "failed", error: { message: error.message, reason: "other" } };
    }
  }

  #count(stage: Stage): void {
    this.#tokens += 400 + stage.wordCount * 3;
    stage.records.usage(this.#tokens);
    const [totalTokens, outputTokens] = [this.#tokens, stage.wordCount];
    const inputTokens = totalTokens - outputTokens;
    const usage = { totalTokens, inputTokens, outputTokens, cachedInputTokens: 0, reasoningOutputTokens: 0 };
    const tokenUsage = { total: usage, last: usage, modelContextWindow: 258_400 };
    const about = { threadId: this.#thread.id, turnId: stage.records.turn };
    this.#wire.notify("thread/tokenUsage/updated", { ...about, tokenUsage });
  }

  #turn(stage: Stage, status: string): object {
    return { id: stage.records.turn, items: [], status };
  }

  #about(turn: object): object {
    return { threadId: this.#thread.id, turn };
  }
}

function textIn({ input }: Fields): string {
  const parts = (Array.isArray(input) ? input : []) as readonly { readonly text?: unknown }[];
  return parts.map(({ text }) => String(text ?? "")).join("\n");
}
