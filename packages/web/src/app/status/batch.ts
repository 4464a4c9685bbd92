import { needsPerson, type PlanOf, type RestorePlan, type StatusRow } from "@reprise/model";
import { keyOf } from "./status-row.ts";

/** Sessions resumed one after the other, without questions. */
export interface Batch {
  /** `planning` only reads; `asking` waits for the person; `running` starts with their consent. */
  readonly phase: "planning" | "asking" | "running" | "over";
  readonly entries: readonly BatchEntry[];
}

export interface BatchEntry {
  readonly key: string;
  readonly title: string;
  readonly plan: RestorePlan | null;
  /** Why it is skipped; null if it resumes. */
  readonly leftOut: string | null;
  /** Once started. */
  readonly progress: string | null;
}

export function newBatch(rows: readonly StatusRow[]): Batch {
  const entries = rows.map((row) => {
    const title = row.title === "" ? "(no prompt)" : row.title;
    return { key: keyOf(row), title, plan: null, leftOut: null, progress: null };
  });
  return { phase: "planning", entries };
}

export function withEntry(batch: Batch, key: string, change: Partial<BatchEntry>): Batch {
  const entries = batch.entries.map((one) => (one.key === key ? { ...one, ...change } : one));
  const isPlanned = entries.every(({ plan, leftOut }) => plan !== null || leftOut !== null);
  return { entries, phase: batch.phase === "planning" && isPlanned ? "asking" : batch.phase };
}

export function planned(plan: RestorePlan): Partial<BatchEntry> {
  return { plan, leftOut: needsPerson(plan) };
}

type Ready = BatchEntry & { readonly plan: PlanOf<"resume"> };

/** Planned, with nothing left to ask. */
export function readyEntries({ entries }: Batch): readonly Ready[] {
  return entries.filter((one): one is Ready => one.plan?.mode === "resume" && one.leftOut === null);
}
