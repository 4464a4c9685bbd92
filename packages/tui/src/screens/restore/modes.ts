import type { RestoreMode } from "@reprise/model";

/** What Enter is called, everywhere. */
export const modeLabels: Readonly<Record<RestoreMode, string>> = {
  resume: "Restore",
  fork: "Fork",
  replay: "Replay",
  handoff: "GPT Restore",
};

const next: Readonly<Record<RestoreMode, RestoreMode | null>> = {
  resume: "replay",
  fork: "replay",
  replay: "handoff",
  handoff: null,
};

/** The mode that needs less than this one. */
export function modeAfter(mode: RestoreMode): RestoreMode | null {
  return next[mode];
}
