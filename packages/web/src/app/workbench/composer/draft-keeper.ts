import type { PromptInput, WorkbenchDraft } from "@reprise/model";
import { type DraftState, emptyDraft, isUnsaved, received, sending, typed, unsent } from "./draft-state.ts";

type Save = (draft: Pick<WorkbenchDraft, "text" | "cursor" | "inputs">) => Promise<void>;

/** After this long without a key the draft is saved; while someone types on, at least so often. */
const [quietMs, longestMs] = [300, 900];
const retryMs = 2000;

/** Saves the draft soon after the last key, and again after a failure. */
export class DraftKeeper {
  readonly #save: Save;
  readonly #onChange: () => void;
  #draft = emptyDraft;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt: number | null = null;
  #isClosed = false;

  constructor(save: Save, onChange: () => void) {
    this.#save = save;
    this.#onChange = onChange;
  }

  get draft(): DraftState {
    return this.#draft;
  }

  edit(text: string, cursor: number): void {
    this.#set(typed(this.#draft, text, cursor));
    this.#saveSoon();
  }

  attach(inputs: readonly PromptInput[]): void {
    this.#set({ ...this.#draft, inputs: [...inputs] });
    this.save();
  }

  receive(news: WorkbenchDraft | null): void {
    const next = received(this.#draft, news);
    this.#set(next);
    if (isUnsaved(next)) this.#saveSoon();
  }

  /** Its text was sent: the server empties its own. */
  clear(): void {
    this.#stopTimer();
    this.#set({ ...emptyDraft, sent: [""] });
  }

  save(): void {
    this.#stopTimer();
    if (!isUnsaved(this.#draft)) return;
    const { text, cursor, inputs } = this.#draft;
    this.#draft = sending(this.#draft);
    this.#save({ text, cursor, inputs: [...inputs] }).catch(() => {
      this.#draft = unsent(this.#draft, text);
      if (!this.#isClosed) this.#timer ??= setTimeout(() => this.save(), retryMs);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
  }

  #saveSoon(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    this.#dueAt ??= now + longestMs;
    this.#timer = setTimeout(() => this.save(), Math.max(0, Math.min(quietMs, this.#dueAt - now)));
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#dueAt = null;
  }

  #set(draft: DraftState): void {
    this.#draft = draft;
    this.#onChange();
  }
}
