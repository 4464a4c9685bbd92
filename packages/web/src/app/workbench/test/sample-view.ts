import {
  asTimestamp,
  noSettings,
  noTelemetry,
  type Timestamp,
  type WorkbenchEntry,
  type WorkbenchView,
} from "@reprise/model";

export const noon = asTimestamp("2026-11-17T12:00:00.000Z") as Timestamp;

/** A live workbench without a thread, with the given parts. */
export function sampleView(parts: Partial<WorkbenchView> = {}): WorkbenchView {
  return {
    id: "w1",
    root: "/srv/project",
    number: 0,
    epoch: "one",
    entries: [],
    earlierCount: 0,
    execs: [],
    outputs: {},
    diffs: [],
    approvals: [],
    remembered: [],
    decided: [],
    notes: [],
    draft: null,
    choice: null,
    thread: null,
    telemetry: noTelemetry,
    banner: null,
    connection: { state: "live", detail: null, plan: null, planId: null },
    saving: { state: "on", detail: null, owner: null, savedAt: noon },
    activity: {
      phase: "idle",
      since: null,
      doing: null,
      tokens: null,
      queued: [],
      canSteer: true,
      isWatched: false,
      question: null,
    },
    alsoRunning: [],
    ...parts,
  };
}

export function sampleThread(): NonNullable<WorkbenchView["thread"]> {
  return { session: null, thread: null, run: null, settings: noSettings };
}

export function sampleEntry(id: string, text = id): WorkbenchEntry {
  return { id, at: noon, item: { kind: "reply", text }, isComplete: true, exec: null, diff: null };
}
