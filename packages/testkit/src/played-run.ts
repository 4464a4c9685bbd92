import {
  type Controls,
  controlledRun,
  type RestoreEvent,
  type RunId,
  type RunWork,
  type StartedRun,
} from "@reprise/model";

export type PlayedStage = Pick<RunWork, "signal" | "ask">;

/** What a user or program does to the run; the run itself handles questions and its end. */
export type PlayedActs = Partial<Omit<Controls, "decide" | "end">>;

/** A run that plays events, for tests of code that follows runs. */
export function playedRun(
  play: (stage: PlayedStage) => AsyncIterable<RestoreEvent>,
  acts: PlayedActs = {},
): StartedRun {
  let count = 0;
  const newId = () => {
    count += 1;
    return `question-${count}`;
  };
  const run = controlledRun(
    { id: "run-1" as RunId, stays: false, newId, save: () => [] },
    async ({ signal, ask, tell }) => {
      for await (const event of play({ signal, ask })) tell(event);
      return null;
    },
  );
  const controls: Controls = {
    ...run.controls,
    answer: acts.answer?.bind(acts) ?? (async () => undefined),
    steer: acts.steer?.bind(acts) ?? (async () => undefined),
    interrupt: acts.interrupt?.bind(acts) ?? (async () => undefined),
    send: acts.send?.bind(acts) ?? (async () => null),
    close: acts.close?.bind(acts) ?? (async () => undefined),
  };
  return { ...run, controls };
}
