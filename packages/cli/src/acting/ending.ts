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
  /** How far the history has come; null where none is told. */
  readonly telling: Telling | null;
  readonly brief: { readonly text: string; readonly tokens: number } | null;
  /** The person pressed Ctrl-C, or somebody asked us to stop. */
  readonly wasStopped: boolean;
  /** Nobody reads the output any more. */
  readonly isUnread: boolean;
}

export interface Telling {
  readonly doneCount: number;
  readonly totalCount: number;
  /** The new thread has all of it. */
  readonly isDone: boolean;
  /** The command that goes on with it, while it is not. */
  readonly again: string;
}

export const nothingYet: Ending = {
  ...{ agent: null, session: null, thread: null, state: "interrupted", failure: null, tokens: null },
  ...{ plan: null, owner: null, telling: null, brief: null, wasStopped: false, isUnread: false },
};

/** Before a plan is carried out. A new thread has no name yet. */
export function begun(plan: RestorePlan, again: string): Ending {
  if (plan.mode !== "replay" && plan.mode !== "fork") return resumed(plan);
  const telling = { doneCount: 0, totalCount: plan.segments.length, isDone: false, again };
  return { ...nothingYet, agent: plan.target, telling };
}

function resumed({ session }: RestorePlan): Ending {
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
    case "restoring":
      return { ...ending, telling: told(ending, event) };
    case "restore-cancelled":
      return { ...ending, state: "cancelled", telling: told(ending, event) };
    case "restored": {
      const telling = ending.telling && { ...ending.telling, isDone: true };
      return { ...ending, session: event.session, thread: event.thread, telling };
    }
    case "brief":
      return { ...ending, state: "completed", brief: { text: event.text, tokens: event.tokens } };
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

function told(
  { telling }: Ending,
  { doneCount, totalCount }: Pick<Telling, "doneCount" | "totalCount">,
): Telling | null {
  return telling && { ...telling, doneCount, totalCount };
}
