import {
  type Diff,
  type DiffDocument,
  type Exec,
  isOpen,
  type QueuedApproval,
  type SavedState,
  type ShownChange,
  type Unfinished,
} from "@reprise/model";
import { isStaleness } from "./documents.ts";

export interface Evidence {
  /** What the machine shows about work without an outcome. */
  readonly unfinished: readonly Unfinished[];
  /** Whether the process that asked can still be answered. */
  readonly isAnswerable: (approval: QueuedApproval) => boolean;
  /** Why a document no longer fits its file; null: it fits. */
  readonly staleness: (document: DiffDocument) => string | null;
}

export interface Reconciled {
  readonly changes: readonly ShownChange[];
  readonly staleExecCount: number;
  readonly staleDiffCount: number;
  readonly droppedApprovals: number;
}

/** Makes what was saved true: commands of a dead agent, requests nobody waits for, patches of files that have changed. */
export function reconciled(state: SavedState, evidence: Evidence): Reconciled {
  const execs = state.execs.filter(isUnsettled).map((exec) => settled(exec, evidence.unfinished));
  const approvals = state.approvals.filter((one) => one.state === "open" && !evidence.isAnswerable(one));
  const documents = state.diffs.flatMap((diff) => checked(diff, evidence));
  return {
    changes: [
      ...execs.map((exec) => ({ type: "exec", exec }) as const),
      ...approvals.map((one) => ({ type: "approval", approval: { ...one, state: "expired" } }) as const),
      ...documents,
    ],
    staleExecCount: execs.filter(({ isStale }) => isStale).length,
    staleDiffCount: new Set(documents.filter(({ problem }) => problem !== null).map(({ diff }) => diff)).size,
    droppedApprovals: approvals.length,
  };
}

function isUnsettled({ status, isStale }: Exec): boolean {
  return !isStale && (status === "running" || status === "open" || status === "waiting");
}

/** A command whose process still lives is shown as running. */
function settled(exec: Exec, unfinished: readonly Unfinished[]): Exec {
  const found = unfinished.find((one) => one.kind === "command" && one.subject === exec.command);
  switch (found?.outcome) {
    case "still-running":
      return { ...exec, status: "running" };
    case "done":
      return { ...exec, status: "done", isStale: true };
    case "not-done":
      return { ...exec, status: "waiting", isStale: true };
    default:
      return { ...exec, status: exec.status === "waiting" ? "waiting" : "open", isStale: true };
  }
}

function checked(diff: Diff, { staleness }: Evidence): (ShownChange & { type: "document" })[] {
  return diff.documents.filter(isOpen).flatMap((document) => {
    // Other problems do not go away with a restart.
    if (document.problem !== null && !isStaleness(document.problem)) return [];
    const problem = staleness(document);
    const { path, isSelected, state } = document;
    return problem === document.problem
      ? []
      : [{ type: "document", diff: diff.id, path, isSelected, state, problem } as const];
  });
}
