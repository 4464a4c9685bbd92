import type { Connection } from "@reprise/model";

type State = Connection["state"];

/**
 * `empty`: nothing was saved. `loaded`: saved state is shown. `connect`: the agent is started, or a run is looked for.
 * `connected`: the agent has the thread. `reconciled`: what is shown is true. `failed`: it cannot be continued as it is.
 */
export type ConnectionEvent = "empty" | "loaded" | "connect" | "connected" | "reconciled" | "failed";

const transitions: Readonly<Record<State, Partial<Record<ConnectionEvent, State>>>> = {
  cold: { empty: "live", loaded: "stale" },
  stale: { connect: "connecting", empty: "live" },
  connecting: { connected: "reconciling", failed: "degraded", empty: "live" },
  reconciling: { reconciled: "live", failed: "degraded", empty: "live" },
  live: { connect: "connecting", failed: "degraded", empty: "live", loaded: "stale" },
  degraded: { connect: "connecting", failed: "degraded", empty: "live", loaded: "stale" },
};

/** Throws for a step that there is none of. */
export function connectionAfter(state: State, event: ConnectionEvent): State {
  const next = transitions[state][event];
  if (next === undefined) throw new Error(`A connection that is ${state} cannot be ${event}.`);
  return next;
}

export function canStep(state: State, event: ConnectionEvent): boolean {
  return transitions[state][event] !== undefined;
}
