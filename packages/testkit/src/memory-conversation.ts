import { randomUUID } from "node:crypto";
import type { LiveThread } from "@reprise/core";
import {
  type AgentControls,
  type Answer,
  type Consent,
  type EndReason,
  endReasonIn,
  type Failure,
  type PlanOf,
  type PromptInput,
  type PromptQueue,
  type RestoreEvent,
  type RunId,
  type RunState,
  type RunStatus,
  type RunWork,
  sessionIdOf,
} from "@reprise/model";

interface MemoryPrompt {
  readonly id: string;
  readonly text: string;
  readonly inputs?: readonly PromptInput[];
}

/** A thread of an agent, driven turn by turn. */
export class MemoryConversation implements AgentControls {
  outcome: { readonly status: RunStatus; readonly failure: Failure | null } = {
    status: "cancelled",
    failure: null,
  };
  readonly #thread: LiveThread;
  readonly #work: Pick<RunWork, "signal" | "tell">;
  readonly #canAnswer: boolean;
  readonly #pending = new Set<string>();
  #isCancelled = false;

  constructor(thread: LiveThread, work: Pick<RunWork, "signal" | "tell">, canAnswer: boolean) {
    this.#thread = thread;
    this.#work = work;
    this.#canAnswer = canAnswer;
  }

  get thread(): LiveThread {
    return this.#thread;
  }

  /** Runs one turn. `tells`: false while sending history. */
  async turn({ id, text, inputs = [] }: MemoryPrompt, tells = true): Promise<void> {
    const { signal } = this.#work;
    const tell = tells ? this.#work.tell : () => undefined;
    if (signal.aborted) return;
    const stop = () => void this.#stop(endReasonIn(signal));
    signal.addEventListener("abort", stop, { once: true });
    tell({ type: "prompt-sent", promptId: id, text, isSteering: false, inputs });
    for await (const event of this.#thread.ask({ id, text, inputs })) {
      if (event.type === "request") this.#pending.add(event.request.id);
      if (event.type === "turn-ended") {
        const wasStopped = event.state === "interrupted" && this.#isCancelled;
        this.outcome = { status: wasStopped ? "cancelled" : event.state, failure: event.failure };
      }
      tell(event);
      if (event.type === "request" && !this.#canAnswer)
        this.#resolve(event.request.id, { decision: "decline" }, "policy");
      if (!tells && event.type === "prompt-persisted") await this.#thread.interrupt();
    }
    this.#pending.clear();
    signal.removeEventListener("abort", stop);
  }

  /** Runs turns in sequence while prompts come. */
  async converse(queue: PromptQueue | null): Promise<void> {
    for (;;) {
      const prompt = (await queue?.next(this.#work.signal)) ?? null;
      if (prompt === null) return;
      await this.turn(prompt);
    }
  }

  answer(request: string, answer: Answer): void {
    this.#resolve(request, answer, "person");
  }

  async steer(text: string): Promise<void> {
    const id = randomUUID();
    await this.#thread.steer({ id, text });
    this.#work.tell({ type: "prompt-sent", promptId: id, text, isSteering: true, inputs: [] });
  }

  interrupt(): Promise<void> {
    return this.#stop("stopped");
  }

  async #stop(why: EndReason): Promise<void> {
    this.#isCancelled = why === "stopped";
    await this.#thread.interrupt();
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #resolve(id: string, answer: Answer, by: "person" | "policy"): void {
    if (!this.#pending.delete(id)) return;
    this.#thread.answer(id, answer);
    this.#work.tell({ type: "request-resolved", id, decision: answer.decision, by });
  }
}

export interface Work extends RunWork {
  readonly id: RunId;
  /** From now on the run is in the store. */
  readonly store: (state: RunState, prompt: string | null) => void;
}

export async function sendSegments(
  { segments, session, target }: PlanOf<"replay">,
  live: MemoryConversation,
  consent: Consent,
  work: Work,
): Promise<RestoreEvent | null> {
  const totalCount = segments.length;
  for (const { number, items, tokens } of segments) {
    const question = { kind: "segment", segment: number, segmentCount: totalCount } as const;
    const isAgreed = !work.isStopped() && (consent.segments !== "ask" || (await work.ask(question)));
    if (!isAgreed || work.isStopped()) return { type: "restore-cancelled", doneCount: number - 1, totalCount };
    await live.turn({ id: randomUUID(), text: items.join("\n") }, false);
    work.tell({ type: "restoring", doneCount: number, totalCount, items, tokens });
  }
  const { thread } = live.thread;
  if (thread === null) throw new Error("The agent did not name the thread.");
  const took = { itemCount: totalCount, segmentCount: totalCount, sentTokens: 0, via: "segments" } as const;
  work.tell({ type: "restored", session: sessionIdOf(target, thread), thread, from: session, ...took });
  return null;
}

/** Names what cannot be sent with a prompt; null: everything can. */
export function inputProblem(
  inputs: readonly PromptInput[],
  { takesImages, takesFiles }: { readonly takesImages: boolean; readonly takesFiles: boolean },
  hasFile: (path: string) => boolean,
): string | null {
  const refused = inputs.find(({ kind, path }) => !(kind === "image" ? takesImages : takesFiles) || !hasFile(path));
  return refused ? `${refused.kind} ${refused.path} cannot be sent. Nothing was sent.` : null;
}
