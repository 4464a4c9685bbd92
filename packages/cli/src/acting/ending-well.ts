import type { Failure, RestoreEvent } from "@reprise/model";

/** An agent that cannot even be started has failed as one that failed later: the run ends with that. */
export async function* endingWell(events: AsyncIterable<RestoreEvent>): AsyncGenerator<RestoreEvent> {
  try {
    yield* events;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    yield { type: "run-ended", status: "failed", failure };
  }
}

function failureOf(error: unknown): Failure | null {
  const failure = (error as { failure?: Partial<Failure> } | null)?.failure;
  if (!(error instanceof Error) || typeof failure?.kind !== "string") return null;
  return {
    kind: failure.kind,
    message: failure.message ?? error.message,
    resetsAt: failure.resetsAt ?? null,
  };
}
