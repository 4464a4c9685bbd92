import {
  type Activity,
  type Connection,
  SavedFold,
  type SavedState,
  type Saving,
  type ShownChange,
  type Timestamp,
} from "@reprise/model";
import { type ConnectionEvent, canStep, connectionAfter } from "./connection.ts";
import type { Feed } from "./feed.ts";

export const noActivity: Activity = {
  phase: "none",
  since: null,
  doing: null,
  tokens: null,
  queued: [],
  canSteer: false,
  isWatched: false,
  question: null,
};

/** One conversation as it is by now. Its changes go to the pages while it is shown. */
export class ShownState {
  readonly root: string;
  readonly #feed: Feed;
  #state: SavedState;
  #connection: Connection = { state: "cold", detail: null, plan: null, planId: null };
  #activity: Activity = noActivity;

  constructor(feed: Feed, state: SavedState) {
    this.root = feed.root;
    this.#feed = feed;
    this.#state = { ...state, conversations: [] };
  }

  get state(): SavedState {
    return this.#state;
  }

  get connection(): Connection {
    return this.#connection;
  }

  get activity(): Activity {
    return this.#activity;
  }

  /** Pages that show it. */
  get listenerCount(): number {
    return this.#feed.isShown(this) ? this.#feed.listenerCount : 0;
  }

  get saving(): Saving {
    return this.#feed.saving;
  }

  /** On disk when it resolves, unless the disk refuses, which `saving` says. */
  save(changes: readonly ShownChange[]): Promise<void> {
    this.#fold(changes);
    return this.#feed.save(this, changes);
  }

  saveSoon(changes: readonly ShownChange[]): void {
    this.#fold(changes);
    this.#feed.saveSoon(this, changes);
  }

  /** Everything that is saved is another now, as after an unlock. */
  reset(state: SavedState): void {
    this.replace(state);
    const event = isNothing(state) ? "empty" : "loaded";
    if (canStep(this.#connection.state, event)) this.step(event);
  }

  /** The same conversation, as it is by now. */
  replace(state: SavedState): void {
    this.#state = { ...state, conversations: [] };
    if (this.#feed.isShown(this)) this.#feed.show(this);
  }

  step(event: ConnectionEvent, given: Partial<Omit<Connection, "state">> = {}): void {
    const state = connectionAfter(this.#connection.state, event);
    this.#connection = { detail: null, plan: null, planId: null, ...given, state };
    this.#feed.tell(this, { type: "connection", connection: this.#connection });
  }

  setActivity(activity: Activity): void {
    if (JSON.stringify(activity) === JSON.stringify(this.#activity)) return;
    this.#activity = activity;
    this.#feed.tell(this, { type: "activity", activity });
  }

  #fold(changes: readonly ShownChange[]): void {
    const fold = new SavedFold(this.#state);
    for (const change of changes) fold.add(change);
    this.#state = fold.state;
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
    isInSession = false,
    tone = "error",
  }: {
    readonly canRetry?: boolean;
    readonly isInSession?: boolean;
    readonly tone?: "error" | "warning" | "info";
  } = {},
): ShownChange {
  return { type: "banner", banner: { text, tone, canRetry, isInSession, at } };
}
