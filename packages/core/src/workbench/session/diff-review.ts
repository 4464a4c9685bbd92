import {
  type ActionResult,
  count,
  type Diff,
  type DiffDocument,
  type FilesPlan,
  isOpen,
  SessionError,
  type ShownChange,
} from "@reprise/model";
import { newRewindId } from "../../restore/files/rewind.ts";
import { type Decision, doneChanges, filesPlanFor, selectedIn, writes } from "./decide-diff.ts";
import { refreshed, staleness } from "./documents.ts";
import type { WorkbenchParts } from "./parts.ts";

/** What the agent's own question is about: answered instead of writing files behind its back. */
export interface AskedEdit {
  /** True if the agent still waits for an answer to this request. */
  isOpen(request: string): boolean;
  answer(request: string, isYes: boolean): Promise<void>;
}

/** Selecting, applying and discarding the files of diffs. */
export class DiffReview {
  readonly #parts: WorkbenchParts;
  readonly #asked: AskedEdit;

  constructor(parts: WorkbenchParts, asked: AskedEdit) {
    this.#parts = parts;
    this.#asked = asked;
  }

  async select(id: string, paths: readonly string[], isSelected: boolean): Promise<void> {
    const { shown } = this.#parts;
    const diff = this.#diff(id);
    const wanted = new Set(paths);
    const chosen = diff.documents.filter((one) => wanted.has(one.path) && isOpen(one));
    await shown.save(chosen.map((one) => documentChange(id, { ...one, isSelected })));
  }

  async decide(id: string, decision: Decision): Promise<ActionResult> {
    const diff = this.#diff(id);
    const documents = selectedIn(diff);
    if (diff.request !== null && this.#asked.isOpen(diff.request))
      return this.#answer(diff, diff.request, documents, decision);
    return this.#write(diff, documents, decision);
  }

  async undo(id: string): Promise<ActionResult> {
    const { runner, shown } = this.#parts;
    const decided = shown.state.decided.find(({ undo, intent }) => undo === id && intent === null);
    if (decided === undefined) throw new SessionError("not-found", "This can no longer be undone.");
    const hasFiles = !id.startsWith("kept-");
    if (hasFiles) await runner.undoRewind(id);
    await shown.save([
      ...decided.before.map((one) => ({ type: "document", diff: decided.id, ...one }) as const),
      { type: "removed", section: "decided", ids: [decided.id] },
    ]);
    return { undo: null, message: `Undone: ${count(decided.before.length, "file")}.` };
  }

  async refresh(id: string): Promise<void> {
    const { shown, host, stateFolder } = this.#parts;
    const diff = this.#diff(id);
    const place = { root: shown.root, stateFolder, host };
    const documents = diff.documents.map((one) => refreshed(one, place));
    await shown.save([{ type: "diff", diff: { ...diff, documents } }]);
  }

  /** The agent waits: it writes all of the edit or nothing. Of a part, the files are written here. */
  async #answer(
    diff: Diff,
    request: string,
    documents: readonly DiffDocument[],
    decision: Decision,
  ): Promise<ActionResult> {
    const isWhole = documents.length === diff.documents.filter(isOpen).length;
    if (isWhole) {
      await this.#asked.answer(request, decision === "apply");
      const message = decision === "apply" ? "Allowed: the agent writes the files." : "Declined.";
      return { undo: null, message };
    }
    if (decision === "discard")
      throw new SessionError(
        "refused",
        "The agent asks about all of these files at once. Apply those that you want: the others are declined.",
      );
    const others = diff.documents.filter((one) => !documents.some(({ path }) => path === one.path));
    return this.#write(diff, documents, "apply", {
      declined: others.filter(isOpen).map(({ path }) => path),
      first: () => this.#asked.answer(request, false),
    });
  }

  /** Intent before effect, result after: a kill in between is settled by `settledDecisions`. */
  async #write(
    diff: Diff,
    documents: readonly DiffDocument[],
    decision: Decision,
    { declined, first }: Partial<Answered> = {},
  ): Promise<ActionResult> {
    const { runner, shown, host } = this.#parts;
    const plan = await this.#plan(diff, documents, decision);
    const undo = plan === null ? `kept-${crypto.randomUUID()}` : newRewindId(host);
    const what = decision === "discard" ? "Discarded" : plan === null ? "Kept" : "Applied";
    const message = `${what}: ${count(documents.length, "file")}.`;
    const before = documents.map(({ path, isSelected, state, problem }) => {
      return { path, isSelected, state, problem };
    });
    const intent = { decision, declined: declined ?? null };
    const decided = { id: diff.id, undo, message, before, intent };
    const last = shown.state.decided.find(({ id }) => id === diff.id);
    await shown.save([{ type: "decided", decided }]);
    try {
      await first?.();
      if (plan !== null) await runner.rewindFiles(plan, undo);
    } catch (error) {
      const gone = { type: "removed", section: "decided", ids: [diff.id] } as const;
      await shown.save([last === undefined ? gone : { type: "decided", decided: last }]);
      throw error;
    }
    await shown.save(doneChanges(decided, this.#diff(diff.id), shown.state.notes));
    return { undo, message };
  }

  /** Null: nothing is to be written. Throws `refused` for files that have changed since, and marks them. */
  async #plan(diff: Diff, documents: readonly DiffDocument[], decision: Decision): Promise<FilesPlan | null> {
    const { shown, host, stateFolder } = this.#parts;
    const session = shown.state.thread?.session ?? null;
    if (session === null) throw new SessionError("refused", "The session is not known yet. Try again.");
    const place = { root: shown.root, stateFolder, host };
    const checked = documents.map((one) =>
      writes(one, decision) ? { ...one, problem: one.problem ?? staleness(one, place) } : one,
    );
    const stale = checked.filter((one, index) => one.problem !== documents[index]?.problem);
    if (stale.length > 0) await shown.save(stale.map((one) => documentChange(diff.id, one)));
    return filesPlanFor(checked, decision, { root: shown.root, session });
  }

  #diff(id: string): Diff {
    const diff = this.#parts.shown.state.diffs.find((one) => one.id === id);
    if (diff === undefined) throw new SessionError("not-found", "This diff is no longer here.");
    return diff;
  }
}

/** The agent's question is answered before any file is written. */
interface Answered {
  readonly declined: readonly string[];
  readonly first: () => Promise<void>;
}

function documentChange(diff: string, document: DiffDocument): ShownChange {
  const { path, isSelected, state, problem } = document;
  return { type: "document", diff, path, isSelected, state, problem };
}
