import {
  type Agent,
  type Failure,
  isAgent,
  type Owner,
  type RestoreEvent,
  type RestorePlan,
  type RunStatus,
  type SessionId,
  sessionIdOf,
  type ThreadId,
} from "@reprise/model";

/** What a run has come to, as far as its events have told. */
export interface Ending {
  readonly agent: Agent | null;
  readonly session: SessionId | null;
  readonly thread: ThreadId | null;
  /** Without an end event it is interrupted. */
  readonly state: RunStatus | "refused" | "busy";
  readonly failure: Failure | null;
  readonly tokens: number | null;
  readonly plan: RestorePlan | null;
  readonly owner: Owner | null;
  /** The person pressed Ctrl-C, or somebody asked us to stop. */
  readonly wasStopped: boolean;
  /** Nobody reads the output any more. */
  readonly isUnread: boolean;
}

export const nothingYet: Ending = {
  ...{ agent: null, session: null, thread: null, state: "interrupted", failure: null, tokens: null },
  ...{ plan: null, owner: null, wasStopped: false, isUnread: false },
};

export function resumed({ session }: RestorePlan): Ending {
  const colon = session.indexOf(":");
  const agent = session.slice(0, colon);
  return {
    ...nothingYet,
    session,
    agent: isAgent(agent) ? agent : null,
    thread: session.slice(colon + 1) as ThreadId,
  };
}

export function seen(ending: Ending, event: RestoreEvent): Ending {
  switch (event.type) {
    case "run-started":
      return { ...ending, agent: event.agent };
    case "thread": {
      const session = ending.agent === null ? ending.session : sessionIdOf(ending.agent, event.thread);
      return { ...ending, thread: event.thread, session };
    }
    case "usage":
      return { ...ending, tokens: event.tokens ?? ending.tokens };
    case "turn-ended":
      return { ...ending, failure: event.failure };
    case "run-ended":
      return { ...ending, state: event.status, failure: event.failure ?? ending.failure };
    case "refused":
      return { ...ending, state: "refused", plan: event.plan };
    case "busy":
      return { ...ending, state: "busy", owner: event.owner };
    default:
      return ending;
  }
}
