import type { ReplayWay, RestoreMode } from "@reprise/model";

/** What Enter is called, everywhere. */
export const modeLabels: Readonly<Record<RestoreMode, string>> = {
  resume: "Restore",
  fork: "Fork",
  replay: "Replay",
  handoff: "GPT Restore",
};

export const modeWords: Readonly<Record<RestoreMode, string>> = {
  resume: "the same thread goes on",
  fork: "a new thread beside it, from one of its turns; it stays as it is",
  replay: "a new thread is told what happened; the old one stays as it is",
  handoff: "a brief for the composer; no agent is contacted, and only you send it",
};

export const wayWords: Readonly<Record<ReplayWay, string>> = {
  inject: "told to the agent: no model call",
  native: "written as a session into the agent's own store: no model call",
  segments: "sent to a model piece by piece: a paid model call for each",
  fork: "by the agent itself: no model call",
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
