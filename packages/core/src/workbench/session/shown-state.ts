import {
  type Activity,
  type Choice,
  type Connection,
  type SavedChange,
  SavedFold,
  type SavedState,
  type Saving,
  type Timestamp,
  type WorkbenchNews,
  type WorkbenchView,
} from "@reprise/model";
import type { SavedWorkspace } from "../store/workspace-store.ts";
import { type ConnectionEvent, canStep, connectionAfter } from "./connection.ts";
import { NumberedChanges } from "./numbered-changes.ts";
import { windowOf } from "./view-window.ts";

export const noActivity: Activity = {
  ...{ phase: "none", since: null, doing: null, tokens: null, queued: [], canSteer: false },
  ...{ isWatched: false, question: null },
};

/** What every page of a workbench shows: each change is numbered, saved, and given to all of them. */
export class ShownState {
  readonly id: string;
  readonly root: string;
  readonly #epoch: string;
  readonly #saved: SavedWorkspace;
  /** For a person who has chosen none: pages show it. */
  readonly #usualChoice: () => Choice;
  readonly #numbered = new NumberedChanges();
  #state: SavedState;
  #connection: Connection = { state: "cold", detail: null, plan: null, planId: null };
  #saving: Saving;
  #activity: Activity = noActivity;
  #listenerCount = 0;

  constructor(
    { id, root, epoch }: { readonly id: string; readonly root: string; readonly epoch: string },
    saved: SavedWorkspace,
    usualChoice: () => Choice,
  ) {
    this.id = id;
    this.root = root;
    this.#epoch = epoch;
    this.#saved = saved;
    this.#usualChoice = usualChoice;
    this.#state = saved.state;
    this.#saving = saved.saving();
  }

  get state(): SavedState {
    return this.#state;
  }

  /** Of the last change. */
  get number(): number {
    return this.#numbered.last;
  }

  get connection(): Connection {
    return this.#connection;
  }

  get saving(): Saving {
    return this.#saving;
  }

  get activity(): Activity {
    return this.#activity;
  }

  get listenerCount(): number {
    return this.#listenerCount;
  }

  /** On disk when it resolves, unless the disk refuses, which `saving` says. */
  save(changes: readonly SavedChange[]): Promise<void> {
    this.#fold(changes);
    return this.#saved.save(changes);
  }

  saveSoon(changes: readonly SavedChange[]): void {
    this.#fold(changes);
    this.#saved.saveSoon(changes);
  }

  /** Everything that is saved is another now, as after an unlock. */
  reset(state: SavedState): void {
    this.replace(state);
    const event = isNothing(state) ? "empty" : "loaded";
    if (canStep(this.#connection.state, event)) this.step(event);
  }

  /** The same conversation, as it is by now. */
  replace(state: SavedState): void {
    this.#state = state;
    this.#numbered.forget();
  }

  step(event: ConnectionEvent, given: Partial<Omit<Connection, "state">> = {}): void {
    const state = connectionAfter(this.#connection.state, event);
    this.#connection = { detail: null, plan: null, planId: null, ...given, state };
    this.#numbered.add({ type: "connection", connection: this.#connection });
  }

  setActivity(activity: Activity): void {
    if (JSON.stringify(activity) === JSON.stringify(this.#activity)) return;
    this.#activity = activity;
    this.#numbered.add({ type: "activity", activity });
  }

  setSaving(saving: Saving): void {
    this.#saving = saving;
    this.#numbered.add({ type: "saving", saving });
  }

  view(): WorkbenchView {
    const choice = this.#state.choice ?? this.#usualChoice();
    return windowOf(
      { ...this.#state, choice },
      {
        ...{ id: this.id, root: this.root, number: this.#numbered.last, epoch: this.#epoch },
        ...{ connection: this.#connection, saving: this.#saving, activity: this.#activity },
      },
    );
  }

  async *news(
    since?: { readonly epoch: string; readonly number: number },
    signal: AbortSignal = new AbortController().signal,
  ): AsyncGenerator<WorkbenchNews> {
    this.#listenerCount += 1;
    try {
      let number = since?.epoch === this.#epoch ? since.number : -1;
      // A page that comes back learns at once that it is connected, also where nothing has happened.
      if (number >= 0 && this.#numbered.after(number)?.length === 0)
        yield { type: "change", number, change: { type: "connection", connection: this.#connection } };
      while (!signal.aborted) {
        const missed = number < 0 ? null : this.#numbered.after(number);
        if (missed === null) {
          const view = this.view();
          number = view.number;
          yield { type: "view", view };
          continue;
        }
        for (const one of missed) {
          number = one.number;
          yield { type: "change", ...one };
        }
        if (missed.length === 0) await this.#numbered.next(signal);
      }
    } finally {
      this.#listenerCount -= 1;
    }
  }

  #fold(changes: readonly SavedChange[]): void {
    const fold = new SavedFold(this.#state);
    for (const change of changes) fold.add(change);
    this.#state = fold.state;
    for (const change of changes) {
      const isNoChoice = change.type === "choice" && change.choice === null;
      this.#numbered.add(isNoChoice ? { type: "choice", choice: this.#usualChoice() } : change);
    }
  }
}

/** There is no thread to continue. */
export function isNothing({ thread, entries }: SavedState): boolean {
  return thread === null && entries.length === 0;
}

export function bannerOf(
  text: string,
  at: Timestamp,
  {
    canRetry = false,
    tone = "error",
  }: { readonly canRetry?: boolean; readonly tone?: "error" | "warning" | "info" } = {},
): SavedChange {
  return { type: "banner", banner: { text, tone, canRetry, at } };
}
