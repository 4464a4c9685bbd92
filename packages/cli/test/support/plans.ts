import {
  asThreadId,
  type Drift,
  type Failure,
  noSettings,
  type Offer,
  type PlanOf,
  plainRequest,
  type Request,
  type RestoreEvent,
  type RestorePlan,
  type RunId,
  type RunStatus,
  type SessionId,
  type StatusRow,
  sessionIdOf,
} from "@reprise/model";
import { time } from "./sessions.ts";

export const sessionOf = (thread: string): SessionId => sessionIdOf("codex", asThreadId(thread));

export const settings = {
  ...noSettings,
  model: "gpt-5.2-codex",
  sandbox: "workspace-write",
  cwd: "/home/shop",
};

const common = {
  session: sessionOf("a"),
  target: "codex",
  basis: [{ path: "/home/me/.codex/sessions/a.jsonl", sizeBytes: 2048, mtimeMs: 1 }],
  settings,
  baseline: null,
  drift: [],
  narrowed: [],
  refusals: [],
  pending: [],
  unfinished: [],
  owner: null,
} as const;
const size = { tokens: 0, contextTokens: null };
const run = { approvals: [], unchecked: ["effective settings"], unsentPrompt: null };

/** Of each mode an ordinary one. */
const ordinary: { readonly [Mode in NonNullable<RestorePlan["mode"]>]: PlanOf<Mode> } & {
  readonly null: PlanOf<null>;
} = {
  resume: {
    mode: "resume",
    ...common,
    ...size,
    ailments: [],
    ...run,
    prompt: "Continue where you left off.",
    recap: null,
  },
  fork: {
    mode: "fork",
    ...common,
    ...size,
    ...run,
    turns: { from: 1, to: 4 },
    prompt: null,
    recap: null,
  },
  replay: {
    mode: "replay",
    ...common,
    ...run,
    turns: { from: 1, to: 4 },
    via: "segments",
    ways: [],
    segments: [1, 2, 3].map((number) => ({ number, items: [`${number}.1`, `${number}.2`], tokens: 1900 })),
    tokens: 5700,
    contextTokens: 200_000,
    brief: null,
    ailments: [],
    continues: null,
    lost: ["reasoning"],
    prompt: null,
  },
  handoff: {
    mode: "handoff",
    ...common,
    turns: { from: 1, to: 4 },
    lost: [],
    brief: "Restore this session:\nGoal: mend it.",
    tokens: 12,
  },
  null: { mode: null, ...common, via: null, ways: [], ailments: [], unsentPrompt: null },
};

/** What matters to a test is given; without a mode it is a resume. */
export function plan<Mode extends RestorePlan["mode"] = "resume">(
  given: Partial<PlanOf<Mode>> & { readonly mode?: Mode } = {},
): PlanOf<Mode> {
  const mode = given.mode === undefined ? "resume" : given.mode;
  return { ...ordinary[`${mode}`], ...given } as unknown as PlanOf<Mode>;
}

export const offer: Offer = {
  run: "run-1" as RunId,
  session: sessionOf("a"),
  mode: "resume",
  prompt: null,
  agent: "codex",
  startedAt: time("2026-02-15T10:32:00.000Z"),
  state: "interrupted",
};

export function row(thread: string, given: Partial<StatusRow> = {}): StatusRow {
  return {
    session: sessionOf(thread),
    run: `run-${thread}` as RunId,
    agent: "codex",
    thread: asThreadId(thread),
    title: "Fix the flaky test",
    workspace: "/home/shop",
    state: "interrupted",
    owner: null,
    updatedAt: time("2026-11-15T19:41:15.710Z"),
    doing: null,
    unfinished: [],
    stillRunning: [],
    drift: [],
    parkedUntil: null,
    pendingCount: 0,
    project: null,
    unsentPrompt: null,
    isDismissed: false,
    ...given,
  };
}

export function drift(given: Partial<Drift> = {}): Drift {
  const ordinary = {
    kind: "git",
    subject: "head",
    recorded: "abc",
    now: "def",
    widens: false,
    note: null,
  } as const;
  return { ...ordinary, ...given };
}

export function request(given: Partial<Request> = {}): Request {
  return {
    id: "r1",
    kind: "command",
    subject: "rm -rf build",
    reason: null,
    cwd: "/home/shop",
    item: null,
    hash: "hash-1",
    choices: ["once", "session", "always", "decline", "cancel"],
    ...plainRequest,
    ...given,
  };
}

export const started: readonly RestoreEvent[] = [
  { type: "run-started", run: "run-2" as RunId, agent: "codex", settings },
  { type: "thread", thread: asThreadId("a"), isPersisted: true },
];

export function ended(status: RunStatus = "completed", failure: Failure | null = null): RestoreEvent {
  return { type: "run-ended", status, failure };
}

export const delta = (text: string, key = "k1", kind: "reply" | "output" = "reply"): RestoreEvent => {
  return { type: "delta", key, kind, text };
};
