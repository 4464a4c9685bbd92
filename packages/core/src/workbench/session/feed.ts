import type {
  Activity,
  Choice,
  Connection,
  RunningConversation,
  SavedChange,
  SavedState,
  Saving,
  ShownChange,
  WorkbenchChange,
  WorkbenchNews,
  WorkbenchView,
} from "@reprise/model";
import type { SavedWorkspace } from "../store/workspace-store.ts";
import { NumberedChanges } from "./numbered-changes.ts";
import { windowOf } from "./view-window.ts";

/** A conversation, as far as pages show it. */
export interface FedConversation {
  readonly state: SavedState;
  readonly connection: Connection;
  readonly activity: Activity;
}

/** Told about a conversation that is not shown: its changes are not those of the pages. */
export interface KeptListener {
  /** Resolves when what only we have of it is on disk. */
  changed(kept: FedConversation, changes: readonly ShownChange[]): Promise<void>;
  /** It works, waits or rests. */
  acted(kept: FedConversation): void;
}

/** What every page of a workbench is given: the conversation that is shown, and its changes, numbered and saved. */
export class Feed {
  readonly id: string;
  readonly root: string;
  readonly #epoch: string;
  readonly #saved: SavedWorkspace;
  readonly #usualChoice: () => Choice;
  readonly #numbered = new NumberedChanges();
  #shown: FedConversation | null = null;
  #keeps: KeptListener | null = null;
  #saving: Saving;
  #alsoRunning: readonly RunningConversation[] = [];
  #listenerCount = 0;

  constructor(
    { id, root, epoch }: { readonly id: string; readonly root: string; readonly epoch: string },
    saved: SavedWorkspace,
    /** For a person who has chosen none: pages show it. */
    usualChoice: () => Choice,
  ) {
    this.id = id;
    this.root = root;
    this.#epoch = epoch;
    this.#saved = saved;
    this.#usualChoice = usualChoice;
    this.#saving = saved.saving();
  }

  /** Of the last change. */
  get number(): number {
    return this.#numbered.last;
  }

  get saving(): Saving {
    return this.#saving;
  }

  get listenerCount(): number {
    return this.#listenerCount;
  }

  set keeps(listener: KeptListener) {
    this.#keeps = listener;
  }

  /** Another conversation is shown, or all of it is another now. */
  show(conversation: FedConversation): void {
    this.#shown = conversation;
    this.#numbered.forget();
  }

  isShown(conversation: FedConversation): boolean {
    return this.#shown === conversation;
  }

  save(from: FedConversation, changes: readonly ShownChange[]): Promise<void> {
    if (!this.isShown(from)) return this.#keeps?.changed(from, changes) ?? Promise.resolve();
    this.#number(changes);
    return this.#saved.save(changes);
  }

  saveSoon(from: FedConversation, changes: readonly ShownChange[]): void {
    if (!this.isShown(from)) return void this.#keeps?.changed(from, changes);
    this.#number(changes);
    this.#saved.saveSoon(changes);
  }

  /** Only on disk: no page shows it. */
  keep(changes: readonly SavedChange[]): Promise<void> {
    return this.#saved.save(changes);
  }

  tell(from: FedConversation, change: WorkbenchChange): void {
    if (this.isShown(from)) this.#numbered.add(change);
    else this.#keeps?.acted(from);
  }

  setSaving(saving: Saving): void {
    this.#saving = saving;
    this.#numbered.add({ type: "saving", saving });
  }

  setAlsoRunning(conversations: readonly RunningConversation[]): void {
    if (JSON.stringify(conversations) === JSON.stringify(this.#alsoRunning)) return;
    this.#alsoRunning = conversations;
    this.#numbered.add({ type: "also-running", conversations });
  }

  view(): WorkbenchView {
    const shown = this.#shown;
    if (shown === null) throw new Error("The workbench shows no conversation yet.");
    const { conversations: _others, ...state } = shown.state;
    return windowOf(
      { ...state, choice: state.choice ?? this.#usualChoice() },
      {
        id: this.id,
        root: this.root,
        number: this.#numbered.last,
        epoch: this.#epoch,
        connection: shown.connection,
        activity: shown.activity,
        saving: this.#saving,
        alsoRunning: this.#alsoRunning,
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
      if (number >= 0 && this.#shown !== null && this.#numbered.after(number)?.length === 0) {
        const { connection } = this.#shown;
        yield { type: "change", number, change: { type: "connection", connection } };
      }
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

  #number(changes: readonly ShownChange[]): void {
    for (const change of changes) {
      const isNoChoice = change.type === "choice" && change.choice === null;
      this.#numbered.add(isNoChoice ? { type: "choice", choice: this.#usualChoice() } : change);
    }
  }
}
