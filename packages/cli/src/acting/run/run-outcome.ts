import {
  type Agent,
  newRunView,
  planView,
  type RestoreEvent,
  type RestorePlan,
  type RunView,
  viewAfter,
} from "@reprise/model";

/** What a run has come to. */
export interface RunOutcome extends RunView {
  /** The command that continues a restore that was not completed. */
  readonly again: string;
  /** The person pressed Ctrl-C, or a signal asked us to stop. */
  readonly wasStopped: boolean;
  /** Nobody reads the output any more. */
  readonly isUnread: boolean;
}

const nothingYet = { again: "", wasStopped: false, isUnread: false };

/** Before a new session. */
export function newOutcome(agent: Agent): RunOutcome {
  return { ...newRunView(agent), ...nothingYet };
}

/** Before a plan is carried out. */
export function outcomeOfPlan(plan: RestorePlan, again: string): RunOutcome {
  return { ...planView(plan), ...nothingYet, again };
}

export function outcomeAfter(outcome: RunOutcome, event: RestoreEvent): RunOutcome {
  return { ...outcome, ...viewAfter(outcome, event) };
}
