import type {
  Answer,
  Controls,
  NumberedEvent,
  PromptTarget,
  RestoreEvent,
  RestoreQuestion,
  RunId,
  StartedRun,
} from "@reprise/model";
import { EventLog, sessionIdOf } from "@reprise/model";
import type { LiveRun } from "./live-run.ts";
import type { RunPlace } from "./open-run.ts";
import { PromptQueue } from "./prompt-queue.ts";

/** A question as the one who asks words it; it is given an id. */
type Asked = RestoreQuestion extends infer Question
  ? Question extends RestoreQuestion
    ? Omit<Question, "id">
    : never
  : never;

/** What the work of a run is given. */
export interface RunTask {
  /** A journal that cannot be written becomes an event. */
  readonly place: RunPlace;
  /** Aborted when the run is ended from outside. */
  readonly signal: AbortSignal;
  /** Null for a run that ends with its turn. */
  readonly queue: PromptQueue | null;
  readonly tell: (event: RestoreEvent) => void;
  /** No, once the run is being ended. */
  readonly ask: (question: Asked) => Promise<boolean>;
  /** From now on the controls act on this. */
  readonly control: (run: LiveRun) => void;
  /** While this lasts, an interrupt only sets `isStopped`. */
  readonly sending: <Result>(send: () => Promise<Result>) => Promise<Result>;
  readonly isStopped: () => boolean;
}

/** Keeps prompts on disk until a journal holds them. */
export interface PromptKeeper {
  /** The list holds the id; it is empty where the disk refuses. */
  save(text: string, target: PromptTarget): readonly string[];
  drop(ids: readonly string[]): void;
}

export interface RunStart {
  readonly id: RunId;
  readonly place: RunPlace;
  readonly stays: boolean;
  /** Where a prompt goes that is sent before there is a thread. */
  readonly target: PromptTarget;
  readonly prompts: PromptKeeper;
}

/** Starts work that runs to its end, whether or not anybody listens. The work returns its last event. */
export function startRun(start: RunStart, work: (task: RunTask) => Promise<RestoreEvent>): StartedRun {
  const { id, place, stays } = start;
  const log = new EventLog();
  const ending = new AbortController();
  const queue = stays ? new PromptQueue() : null;
  const questions = new Map<string, (isYes: boolean) => void>();
  let live: LiveRun | null = null;
  let isSending = false;
  let isStopped = false;
  const denyAll = () => {
    for (const decide of questions.values()) decide(false);
  };
  ending.signal.addEventListener("abort", denyAll);

  const task: RunTask = {
    place: { ...place, onHealth: healthEvents(place, (event) => log.add(event)) },
    signal: ending.signal,
    queue,
    tell: (event) => log.add(event),
    async ask(asked) {
      if (ending.signal.aborted || isStopped) return false;
      const question = { ...asked, id: place.newId() };
      const answer = Promise.withResolvers<boolean>();
      questions.set(question.id, answer.resolve);
      log.add({ type: "question", question });
      const isYes = await answer.promise;
      questions.delete(question.id);
      log.add({ type: "question-resolved", id: question.id, isYes });
      return isYes;
    },
    control(run) {
      live = run;
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
  };

  const over = work(task).then(
    (last) => {
      log.add(last);
      log.end();
    },
    (error: unknown) => log.end(error),
  );

  const targetOf = () => (live === null ? start.target : threadTarget(live, start.target));
  const controls: Controls = {
    answer: (request: string, answer: Answer) => live?.answer(request, answer),
    decide: (question, isYes) => questions.get(question)?.(isYes),
    async steer(text) {
      if (live === null) throw new Error("The agent has not started yet.");
      const saved = live.journal.holds(text) ? [] : start.prompts.save(text, targetOf());
      try {
        await live.steer({ id: place.newId(), text }, saved);
      } catch (error) {
        start.prompts.drop(saved); // the caller still has the words
        throw error;
      }
    },
    async interrupt() {
      isStopped = true;
      denyAll();
      if (isSending) return;
      if (live === null) await controls.end();
      else await live.interrupt();
    },
    send(text) {
      if (queue === null) return null;
      const saved = start.prompts.save(text, targetOf());
      const prompt = { id: place.newId(), text, saved };
      queue.add(prompt);
      log.add({ type: "prompt-queued", promptId: prompt.id, text });
      return saved[0] ?? null;
    },
    close: () => queue?.close(),
    async end() {
      ending.abort();
      await over;
    },
  };
  const events = (after = 0, signal?: AbortSignal): AsyncIterable<NumberedEvent> => log.from(after, signal);
  return { id, origin: place.newId(), controls, events };
}

function threadTarget({ thread }: LiveRun, target: PromptTarget): PromptTarget {
  const cwd = thread.settings.cwd ?? target.cwd;
  if (thread.thread === null) return { ...target, mode: "new", session: null, cwd };
  return { ...target, mode: "resume", session: sessionIdOf(target.agent, thread.thread), cwd };
}

/** Tells when the journal can no longer be written, and when it can again. */
function healthEvents(place: RunPlace, tell: (event: RestoreEvent) => void): RunPlace["onHealth"] {
  let problem: string | null = null;
  return (health) => {
    place.onHealth(health);
    const now = health.state === "good" ? null : health.reason;
    if (now === problem) return;
    problem = now;
    tell({ type: "journal-health", problem });
  };
}
