import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Tone } from "../design/tone.ts";

/** How true the page is. `stale`: what was last known; `degraded`: usable, with a problem that `detail` names. */
export const connectionStates = ["stale", "connecting", "reconciling", "live", "degraded"] as const;
export type ConnectionState = (typeof connectionStates)[number];

export interface Connected {
  readonly state: ConnectionState;
  /** What is wrong or being done, as a sentence; null if the word says it all. */
  readonly detail: string | null;
}

export const connectionTones: Readonly<Record<ConnectionState, Tone>> = {
  stale: "caution",
  connecting: "accent",
  reconciling: "accent",
  live: "good",
  degraded: "danger",
};

/** What people read. */
export const connectionWords: Readonly<Record<ConnectionState, string>> = {
  stale: "Not connected",
  connecting: "Connecting…",
  reconciling: "Checking…",
  live: "Connected",
  degraded: "Needs you",
};

/** Without the server nothing on the screen can be believed. */
export const lostWords =
  "Reprise is not running, or cannot be reached. Start `reprise open` again: this page reconnects by itself, and nothing is lost.";

/** Shown on every screen: of the workbench while it is open, else of the server. */
export class Connection {
  readonly #server = signal<Connected>({ state: "connecting", detail: null });
  readonly #workbench = signal<Connected | null>(null);
  readonly now: ReadonlySignal<Connected> = computed(() => this.#workbench.value ?? this.#server.value);
  /** The server cannot be reached. */
  readonly isLost: ReadonlySignal<boolean> = computed(() => this.#server.value.state === "stale");

  /** For whoever follows the server. */
  set(state: ConnectionState, detail: string | null = null): void {
    const { value } = this.#server;
    if (value.state !== state || value.detail !== detail) this.#server.value = { state, detail };
  }

  /** Null: it is closed. */
  showWorkbench(connected: Connected | null): void {
    this.#workbench.value = connected;
  }
}
