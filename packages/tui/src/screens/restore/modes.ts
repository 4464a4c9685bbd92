import { modeNames, type RestoreMode } from "@reprise/model";

export { modeNames };

/** What Enter does with a plan: a brief begins a new session. */
export function startLabel(mode: RestoreMode): string {
  return mode === "handoff" ? "New session" : modeNames[mode];
}

const next: Readonly<Record<RestoreMode, RestoreMode | null>> = {
  resume: "replay",
  fork: "replay",
  replay: "handoff",
  handoff: null,
};

/** The next mode, which needs less than this one. */
export function modeAfter(mode: RestoreMode): RestoreMode | null {
  return next[mode];
}
