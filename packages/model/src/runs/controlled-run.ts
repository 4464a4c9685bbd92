import type { RestoreEvent } from "../restore.ts";
import type { PromptInput, RestoreQuestion, RunId } from "../run.ts";
import type { Controls, StartedRun } from "../runner.ts";
import { endedFor } from "./end-reason.ts";
import { EventLog } from "./event-log.ts";
import { PromptQueue } from "./prompt-queue.ts";

/** A question without its id. */
type NewQuestion = RestoreQuestion extends infer Question
  ? Question extends RestoreQuestion
    ? Omit<Question, "id">
    : never
  : never;

/** Controls that need the agent. */
export interface AgentControls extends Pick<Controls, "steer" | "interrupt" | "models"> {
  answer(...given: Parameters<Controls["answer"]>): void;
}

/** What the work of a run receives. */
export interface RunWork {
  /** Aborted when the run is ended from outside, for the reason of `endedFor`. */
  readonly signal: AbortSignal;
  /** Null for a run that ends with its turn. */
  readonly queue: PromptQueue | null;
  readonly tell: (event: RestoreEvent) => void;
  /** Emits a question and waits for its answer; no, once the run is stopped or being ended. */
  readonly ask: (question: NewQuestion) => Promise<boolean>;
  /** The agent has started: from now on the controls act on it. */
  readonly control: (agent: AgentControls) => void;
  /** Meanwhile, an interrupt only sets `isStopped`. */
  readonly sending: <Result>(send: () => Promise<Result>) => Promise<Result>;
  readonly isStopped: () => boolean;
}

export interface RunStart {
  readonly id: RunId;
  readonly stays: boolean;
  readonly newId: () => string;
  /** Saves a queued prompt until it is sent, under the returned ids. */
  readonly save: (text: string) => readonly string[];
  /** Throws `refused` for what the agent does not take. */
  readonly checkPrompt?: ((text: string, inputs: readonly PromptInput[]) => void) | undefined;
}

/**
 * Starts work that runs to its end without needing listeners, with numbered events and controls. The work returns its last
 * event; null if already emitted.
 */
export function controlledRun(
  { id, stays, newId, save, checkPrompt }: RunStart,
  work: (work: RunWork) => Promise<RestoreEvent | null>,
): StartedRun {
  const log = new EventLog<RestoreEvent>(({ type }) => type === "delta");
  const ending = new AbortController();
  const queue = stays ? new PromptQueue() : null;
  const questions = new Map<string, (isYes: boolean) => void>();
  let agent: AgentControls | null = null;
  let isSending = false;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    for (const decide of questions.values()) decide(false);
  };
  ending.signal.addEventListener("abort", stop);
  /** They were written for after a turn that did not complete: the person decides anew. */
  const giveBackQueued = () => {
    const prompts = (queue?.takeBack() ?? []).map(({ id, text }) => ({ promptId: id, text }));
    if (prompts.length > 0) log.add({ type: "prompts-returned", prompts });
  };

  const over = work({
    signal: ending.signal,
    queue,
    tell(event) {
      log.add(event);
      if (event.type === "turn-ended" && event.state === "failed") giveBackQueued();
    },
    async ask(asked) {
      if (isStopped) return false;
      const question = { ...asked, id: newId() };
      const answer = Promise.withResolvers<boolean>();
      questions.set(question.id, answer.resolve);
      log.add({ type: "question", question });
      const isYes = await answer.promise;
      questions.delete(question.id);
      log.add({ type: "question-resolved", id: question.id, isYes });
      return isYes;
    },
    control(controls) {
      agent = controls;
    },
    async sending(send) {
      isSending = true;
      try {
        return await send();
      } finally {
        isSending = false;
      }
    },
    isStopped: () => isStopped,
  }).then(
    (last) => {
      if (last !== null) log.add(last);
      log.end();
    },
    (error: unknown) => log.end(error),
  );

  const controls: Controls = {
    answer: async (request, answer) => agent?.answer(request, answer),
    decide: async (question, isYes) => questions.get(question)?.(isYes),
    async steer(text) {
      if (agent === null) throw new Error("The agent has not started yet.");
      await agent.steer(text);
    },
    async interrupt() {
      stop();
      giveBackQueued();
      if (isSending) return;
      if (agent === null) await controls.end();
      else await agent.interrupt();
    },
    async send(text, inputs = []) {
      if (queue === null) return null;
      checkPrompt?.(text, inputs);
      const saved = save(text);
      const prompt = { id: newId(), text, inputs, saved };
      queue.add(prompt);
      log.add({ type: "prompt-queued", promptId: prompt.id, text });
      return saved[0] ?? null;
    },
    models: async () => (await agent?.models?.()) ?? [],
    close: async () => queue?.close(),
    async end(why = "stopped") {
      ending.abort(endedFor(why));
      await over;
    },
  };
  return { id, origin: newId(), controls, events: (after, signal) => log.from(after, signal) };
}
