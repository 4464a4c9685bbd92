import {
  asThreadId,
  type Drift,
  noSettings,
  type PlanOf,
  plainRequest,
  type Request,
  type RunId,
  type SessionId,
  type SessionSummary,
  type StatusRow,
  sessionIdOf,
  type Timestamp,
} from "@reprise/model";

/** What matters to a test is given, the rest is ordinary. */
export function summary(thread: string, given: Partial<SessionSummary> = {}): SessionSummary {
  const agent = given.agent ?? "codex";
  return {
    id: sessionIdOf(agent, asThreadId(thread)),
    shortId: sessionIdOf(agent, asThreadId(thread)),
    agent,
    thread: asThreadId(thread),
    title: "Fix the flaky test",
    name: null,
    tags: [],
    state: "interrupted",
    parkedUntil: null,
    owner: null,
    workspace: "/home/me/shop",
    createdAt: "2026-11-15T08:00:00.000Z" as Timestamp,
    updatedAt: "2026-11-15T09:41:15.710Z" as Timestamp,
    turnCount: 4,
    itemCount: 20,
    messageCount: 8,
    toolCount: 12,
    model: "gpt-5.2-codex",
    source: "cli",
    archived: false,
    hidden: false,
    subagentOf: null,
    lineage: null,
    sizeBytes: 2048,
    damageCount: 0,
    files: [{ path: `/home/me/.codex/sessions/${thread}.jsonl`, sizeBytes: 2048, role: "main" }],
    ...given,
  };
}

const common = {
  session: "codex:a" as SessionId,
  basis: [{ path: "/home/me/.codex/sessions/a.jsonl", sizeBytes: 2048, mtimeMs: 1 }],
  target: "codex",
  settings: {
    ...noSettings,
    model: "gpt-5.2-codex",
    sandbox: "workspace-write",
    approvalPolicy: "on-request",
    cwd: "/home/me/shop",
  },
  baseline: null,
  drift: [],
  narrowed: [],
  refusals: [],
  pending: [],
  unfinished: [],
  owner: null,
} as const;
const size = { tokens: 41_250, contextTokens: null };
const run = {
  unchecked: ["effective settings", "MCP servers and tools"],
  approvals: [],
  prompt: null,
  unsentPrompt: null,
};

export function resumePlan(given: Partial<PlanOf<"resume">> = {}): PlanOf<"resume"> {
  return { mode: "resume", ...common, ...size, ailments: [], ...run, recap: null, ...given };
}

export function forkPlan(given: Partial<PlanOf<"fork">> = {}): PlanOf<"fork"> {
  const turns = { from: 1, to: 4 };
  return { mode: "fork", ...common, turns, ...size, ...run, recap: null, ...given };
}

export function replayPlan(given: Partial<PlanOf<"replay">> = {}): PlanOf<"replay"> {
  return {
    mode: "replay",
    ...common,
    ...run,
    turns: { from: 1, to: 4 },
    via: "segments",
    ways: replayWaysOf(),
    segments: [1, 2, 3].map((number) => ({ number, items: [`${number}.1`, `${number}.2`], tokens: 1900 })),
    tokens: 5700,
    contextTokens: 200_000,
    brief: null,
    ailments: [],
    continues: null,
    lost: ["reasoning", "2 images"],
    ...given,
  };
}

/** What Codex offers. */
export function replayWaysOf(): PlanOf<"replay">["ways"] {
  return (["inject", "native", "segments"] as const).map((way) => ({ way, stopped: null }));
}

export function handoffPlan(given: Partial<PlanOf<"handoff">> = {}): PlanOf<"handoff"> {
  const brief = "Restore this session: codex:a\nFile: /home/me/.codex/sessions/a.jsonl\n## Goal\nMend it.";
  const rest = { turns: { from: 1, to: 4 }, tokens: 24, lost: [] };
  return { mode: "handoff", ...common, brief, ...rest, ...given };
}

export function refusedPlan(given: Partial<PlanOf<null>> = {}): PlanOf<null> {
  return { mode: null, ...common, via: null, ways: [], ailments: [], unsentPrompt: null, ...given };
}

/** No mode is possible: somebody else has it. */
export function busyPlan(given: Partial<PlanOf<null>> = {}): PlanOf<null> {
  const detail = "It is open in codex (process 7). Close it there first.";
  return refusedPlan({
    owner: { pid: 7, program: "codex", terminal: null },
    refusals: [{ mode: "resume", reason: "busy", detail }],
    ...given,
  });
}

export function drift(given: Partial<Drift> = {}): Drift {
  return {
    kind: "git",
    subject: "head",
    recorded: "abc1234",
    now: "def5678",
    widens: false,
    note: null,
    ...given,
  };
}

export const widerSandbox = drift({
  kind: "setting",
  subject: "sandbox",
  recorded: "read-only",
  now: "workspace-write",
  widens: true,
});

export function widerPlan(given: Partial<PlanOf<null>> = {}): PlanOf<null> {
  const detail = "It would be allowed more than it was: sandbox from read-only to workspace-write.";
  return refusedPlan({
    drift: [widerSandbox],
    refusals: [{ mode: "resume", reason: "wider-permissions", detail }],
    ...given,
  });
}

export function request(given: Partial<Request> = {}): Request {
  return {
    id: "r1",
    kind: "command",
    subject: "rm -rf build",
    reason: null,
    cwd: "/home/me/shop",
    item: null,
    hash: "hash-1",
    choices: ["once", "session", "decline", "cancel"],
    ...plainRequest,
    ...given,
  };
}

export function statusRow(thread: string, given: Partial<StatusRow> = {}): StatusRow {
  return {
    session: sessionIdOf("codex", asThreadId(thread)),
    run: `run-${thread}` as RunId,
    agent: "codex",
    thread: asThreadId(thread),
    title: "Fix the flaky test",
    workspace: "/home/me/shop",
    state: "interrupted",
    owner: null,
    updatedAt: "2026-11-15T09:41:15.710Z" as Timestamp,
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

/** What would act on a terminal, if it got there. */
export const bomb = "\u001b]52;c;eA==\u0007\u001b[2J\u001b[31m\u202e\u0000 日本語のテキスト 👩‍👩‍👧 שלום";
/** No control character and no bidirectional override. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
export const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
