import type { RestoreMode } from "@reprise/model";

/** The label of Enter, the same everywhere. */
export { modeNames } from "@reprise/model";

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
