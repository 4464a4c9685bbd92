import type { Diff, DiffDocument, SavedChange, WorkbenchEntry } from "@reprise/model";
import { OutputStream } from "./output-stream.ts";
import type { Redactor, TextStream } from "./redactor.ts";

export const withheldText =
  "It contains a secret, which is never saved. It could be applied only before Reprise was closed.";

type Streamed = Extract<WorkbenchEntry["item"], { kind: "reply" | "reasoning" }>;

/**
 * Changes as they may be written: without secrets, however they are split. A text that is written to a file later is never
 * saved in a changed form, but left out.
 */
export class SavedForm {
  readonly #redactor: Redactor;
  readonly #texts = new Map<string, TextStream>();
  readonly #outputs = new Map<string, OutputStream>();
  /** Documents whose texts are left out. */
  readonly #withheld = new Set<string>();

  constructor(redactor: Redactor, diffs: readonly Diff[]) {
    this.#redactor = redactor;
    for (const { id, documents } of diffs)
      for (const { path, problem } of documents) if (problem === withheldText) this.#withheld.add(`${id} ${path}`);
  }

  /** Up to a word of streamed text is held back, unless the change is a milestone. */
  of(change: SavedChange, { isMilestone }: { readonly isMilestone: boolean }): readonly SavedChange[] {
    switch (change.type) {
      case "entry":
        return [this.#entry(change.entry, isMilestone)];
      case "text":
        return this.#text(change, isMilestone);
      case "exec":
        return [...this.#endOfOutput(change.exec), this.#redactor.value(change)];
      case "output":
        return this.#output(change, isMilestone);
      case "diff":
        return [this.#diff(change.diff)];
      case "document":
        return [this.#document(this.#redactor.value(change))];
      case "conversation": {
        const { conversation } = change;
        const diffs = conversation.diffs.map((diff) => this.#diff(diff).diff);
        return [this.#redactor.value<SavedChange>({ ...change, conversation: { ...conversation, diffs } })];
      }
      case "removed":
        for (const id of change.ids) this.#forget(change.section, id);
        return [change];
      default:
        return [this.#redactor.value(change)];
    }
  }

  /** What is held back, as if everything ended here. */
  rest(): readonly SavedChange[] {
    const texts = [...this.#texts].map(([entry, stream]): SavedChange => {
      return { type: "text", entry, text: stream.flush() };
    });
    const outputs = [...this.#outputs].flatMap(([exec, stream]) => outputOf(exec, stream.flush()));
    return [...texts.filter((one) => one.type !== "text" || one.text !== ""), ...outputs];
  }

  #entry(entry: WorkbenchEntry, isMilestone: boolean): SavedChange {
    this.#texts.delete(entry.id);
    const { item } = entry;
    if (entry.isComplete || (item.kind !== "reply" && item.kind !== "reasoning"))
      return this.#redactor.value<SavedChange>({ type: "entry", entry });
    const stream = this.#redactor.stream();
    this.#texts.set(entry.id, stream);
    const text = stream.push(item.text) + (isMilestone ? stream.flush() : "");
    return this.#redactor.value({
      type: "entry",
      entry: { ...entry, item: { ...(item as Streamed), text } },
    });
  }

  #text(change: SavedChange & { type: "text" }, isMilestone: boolean): readonly SavedChange[] {
    const stream = this.#texts.get(change.entry) ?? this.#redactor.stream();
    this.#texts.set(change.entry, stream);
    const text = stream.push(change.text) + (isMilestone ? stream.flush() : "");
    return text === "" ? [] : [{ ...change, text }];
  }

  #output(change: SavedChange & { type: "output" }, isMilestone: boolean): readonly SavedChange[] {
    const { exec, isWhole } = change;
    const known = isWhole ? undefined : this.#outputs.get(exec);
    const stream = known ?? new OutputStream(this.#redactor);
    this.#outputs.set(exec, stream);
    const given = [stream.push(change), ...(isMilestone ? [stream.flush()] : [])];
    const changes = given.flatMap((one) => outputOf(exec, one));
    if (!isWhole) return changes;
    const [first, ...rest] = changes;
    return first ? [{ ...first, isWhole }, ...rest] : [{ type: "output", exec, text: "", ansi: null, isWhole }];
  }

  #endOfOutput({ id, status }: { readonly id: string; readonly status: string }): readonly SavedChange[] {
    const stream = status === "running" ? undefined : this.#outputs.get(id);
    if (stream === undefined) return [];
    this.#outputs.delete(id);
    return outputOf(id, stream.flush());
  }

  #diff(diff: Diff): SavedChange & { type: "diff" } {
    const documents = diff.documents.map((document) => this.#withoutSecrets(diff.id, document));
    return this.#redactor.value({ type: "diff", diff: { ...diff, documents } });
  }

  #withoutSecrets(diff: string, document: DiffDocument): DiffDocument {
    const { original, modified, diff: hunks } = document;
    const hasSecret = [original, modified, hunks].some((text) => text !== null && this.#redactor.text(text) !== text);
    const key = `${diff} ${document.path}`;
    if (hasSecret) this.#withheld.add(key);
    else this.#withheld.delete(key);
    if (!hasSecret) return document;
    return { ...document, original: null, modified: null, diff: null, problem: withheldText };
  }

  /** Texts that are left out stay a problem, whatever becomes of the document. */
  #document(change: SavedChange & { type: "document" }): SavedChange {
    return this.#withheld.has(`${change.diff} ${change.path}`) ? { ...change, problem: withheldText } : change;
  }

  #forget(section: string, id: string): void {
    if (section === "entry") this.#texts.delete(id);
    if (section === "exec") this.#outputs.delete(id);
  }
}

function outputOf(
  exec: string,
  given: { readonly text: string; readonly ansi: string | null } | null,
): (SavedChange & { type: "output" })[] {
  return given === null ? [] : [{ type: "output", exec, ...given, isWhole: false }];
}
