import {
  type Agent,
  newRunView,
  planView,
  type RestoreEvent,
  type RestorePlan,
  type RunView,
  viewAfter,
} from "@reprise/model";

export interface RunOutcome extends RunView {
  /** The command that continues an incomplete restore. */
  readonly again: string;
  /** By Ctrl-C or a signal. */
  readonly wasStopped: boolean;
  /** The reader closed the output. */
  readonly isUnread: boolean;
}

const nothingYet = { again: "", wasStopped: false, isUnread: false };

export function newOutcome(agent: Agent): RunOutcome {
  return { ...newRunView(agent), ...nothingYet };
}

export function outcomeOfPlan(plan: RestorePlan, again: string): RunOutcome {
  return { ...planView(plan), ...nothingYet, again };
}

export function outcomeAfter(outcome: RunOutcome, event: RestoreEvent): RunOutcome {
  return { ...outcome, ...viewAfter(outcome, event) };
}
