import type { KeptApproval, OfferedWay, ReplayWay, RestoreMode } from "../restore.ts";
import { count } from "../text/count.ts";

export const modeNames: Readonly<Record<RestoreMode, string>> = {
  resume: "Resume",
  fork: "Fork",
  replay: "Replay",
  handoff: "Brief",
};

export const modeWords: Readonly<Record<RestoreMode, string>> = {
  resume: "continues in the same thread",
  fork: "continues in a copy that starts after a turn; the session stays as it is",
  replay: "continues in a new thread that gets the history; the session stays as it is",
  handoff: "a text to start a new session from; no agent is contacted",
};

/** What starts a mode is called, on every face. */
export const modeLabels: Readonly<Record<RestoreMode, string>> = {
  resume: "Restore",
  fork: "Fork",
  replay: "Replay",
  handoff: "GPT Restore",
};

/** After "can't". */
export const modeVerbs: Readonly<Record<RestoreMode, string>> = {
  resume: "resume",
  fork: "fork",
  replay: "replay",
  handoff: "write a brief",
};

export const wayWords: Readonly<Record<ReplayWay, string>> = {
  inject: "added directly, free",
  native: "saved as a new session in the agent's own files, free",
  segments: "sent in pieces, one paid call each",
  fork: "copied by the agent itself, free",
};

/** `native: saved as a new session in the agent's own files, free` */
export function wayText({ way, stopped }: OfferedWay): string {
  const text = `${way}: ${wayWords[way]}`;
  return stopped === null ? text : `${text}; continues after ${stoppedAt(stopped)}`;
}

export function stoppedAt({ sentCount, segmentCount }: NonNullable<OfferedWay["stopped"]>): string {
  return `${sentCount} of ${count(segmentCount, "segment")}`;
}

/** What consent to saved approvals does, as a question or a choice. */
export function reuseWords(approvals: readonly KeptApproval[]): string {
  return `Reuse ${count(approvals.length, "saved approval")}`;
}

/** `1 approval that only the agent's log claims`: never called saved. */
export function logClaimWords(approvals: readonly KeptApproval[]): string {
  return `${count(approvals.length, "approval")} that only the agent's log claims`;
}

export const recapWords = "Send the recap of unfinished work";
