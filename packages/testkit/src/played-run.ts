import {
  type Controls,
  EventLog,
  type RestoreEvent,
  type RestoreQuestion,
  type RunId,
  type StartedRun,
} from "@reprise/model";

type Asked = RestoreQuestion extends infer One
  ? One extends RestoreQuestion
    ? Omit<One, "id">
    : never
  : never;

export interface PlayedStage {
  /** Aborted when the run is ended from outside. */
  readonly signal: AbortSignal;
  /** Puts a question into the stream and waits for its answer; no once the run is being ended. */
  ask(question: Asked): Promise<boolean>;
}

/** What a person or program does to the run; questions and the end are the run's own. */
export type PlayedActs = Partial<Omit<Controls, "decide" | "end">>;

/** A run that plays events, for tests of those who follow runs. */
export function playedRun(
  play: (stage: PlayedStage) => AsyncIterable<RestoreEvent>,
  acts: PlayedActs = {},
): StartedRun {
  const log = new EventLog();
  const ending = new AbortController();
  const { signal } = ending;
  const open = new Map<string, (isYes: boolean) => void>();
  signal.addEventListener("abort", () => {
    for (const decide of open.values()) decide(false);
  });
  let count = 0;
  const stage: PlayedStage = {
    signal,
    async ask(asked) {
      if (signal.aborted) return false;
      count += 1;
      const question = { ...asked, id: `question-${count}` };
      const answer = Promise.withResolvers<boolean>();
      open.set(question.id, answer.resolve);
      log.add({ type: "question", question });
      const isYes = await answer.promise;
      open.delete(question.id);
      log.add({ type: "question-resolved", id: question.id, isYes });
      return isYes;
    },
  };
  const over = (async () => {
    try {
      for await (const event of play(stage)) log.add(event);
      log.end();
    } catch (error) {
      log.end(error);
    }
  })();
  const controls: Controls = {
    answer: acts.answer?.bind(acts) ?? (() => undefined),
    steer: acts.steer?.bind(acts) ?? (async () => undefined),
    interrupt: acts.interrupt?.bind(acts) ?? (async () => undefined),
    send: acts.send?.bind(acts) ?? (() => null),
    close: acts.close?.bind(acts) ?? (() => undefined),
    decide: (question, isYes) => open.get(question)?.(isYes),
    async end() {
      ending.abort();
      await over;
    },
  };
  return {
    id: "run-1" as RunId,
    origin: "played",
    controls,
    events: (after, until) => log.from(after, until),
  };
}
