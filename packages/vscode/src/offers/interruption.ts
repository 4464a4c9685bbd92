import { isInResumeAll, type StatusRow } from "@reprise/model";

/** A session of the project that was cut off. */
export interface Interruption {
  readonly session: string;
  /** One for each time that the session was cut off. */
  readonly key: string;
  readonly agent: string;
  readonly title: string;
}

/** Those worth an offer, in the order of `reprise status`, from what `reprise status --json` printed. */
export function interruptionsIn(output: string): readonly Interruption[] {
  const { sessions } = JSON.parse(output) as { sessions: readonly StatusRow[] };
  return sessions.filter(isInResumeAll).map(({ session, run, agent, title, updatedAt }) => {
    return { session, key: [session, run, updatedAt].join(" "), agent, title };
  });
}
