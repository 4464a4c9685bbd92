import { type ReadonlySignal, signal } from "@preact/signals";
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

/** Shown on every screen. Whoever follows the server sets it. */
export class Connection {
  readonly #now = signal<Connected>({ state: "connecting", detail: null });

  get now(): ReadonlySignal<Connected> {
    return this.#now;
  }

  set(state: ConnectionState, detail: string | null = null): void {
    const { value } = this.#now;
    if (value.state !== state || value.detail !== detail) this.#now.value = { state, detail };
  }
}
