import type { PlanOf, RestorePlan } from "@reprise/model";

/** Sessions resumed in sequence without asking. */
export interface Batch {
  /** `planning` only reads; `asking` waits for Enter; `running` starts with it. */
  readonly phase: "planning" | "asking" | "running" | "over";
  /** Number of the request; answers to earlier ones are ignored. */
  readonly round: number;
  readonly cases: readonly BatchEntry[];
  /** Esc was pressed once during the run. */
  readonly isLeaving: boolean;
}

export interface BatchEntry {
  readonly key: string;
  readonly title: string;
  /** Null while it is being made, or if none could be. */
  readonly plan: RestorePlan | null;
  /** Why it is skipped; null if it resumes. */
  readonly leftOut: string | null;
  /** Progress, once started. */
  readonly progress: string | null;
}

/** Planned, with nothing left to ask. */
export function readyEntries({ cases }: Batch): (BatchEntry & { readonly plan: PlanOf<"resume"> })[] {
  return cases.filter((one): one is BatchEntry & { readonly plan: PlanOf<"resume"> } => {
    return one.plan?.mode === "resume" && one.leftOut === null;
  });
}

export function withEntry(batch: Batch, key: string, change: Partial<BatchEntry>): Batch {
  const cases = batch.cases.map((one) => (one.key === key ? { ...one, ...change } : one));
  return { ...batch, cases };
}
