import type { JournalRecord } from "../../journal/journal-record.ts";
import type { WorktreeState } from "../../workspace/worktree-state.ts";

/** A time in which the agent worked. Without an end it was killed, or still works. */
export interface WorkedSpan {
  readonly start: WorktreeState;
  readonly end: WorktreeState | null;
}

/** From a run's journal: one span for its start, and one for each resume. */
export class WorkedSpans {
  readonly #spans: { start: WorktreeState; end: WorktreeState | null }[] = [];

  see(record: JournalRecord): void {
    if (record.type !== "worktree-seen") return;
    const { root, commit, files, moment } = record;
    const state = { root, commit, files };
    const last = this.#spans.at(-1);
    // After a kill, the next start is the first that is known.
    if (last?.end === null) last.end = state;
    if (moment === "start") this.#spans.push({ start: state, end: null });
  }

  get all(): readonly WorkedSpan[] {
    return this.#spans;
  }
}
