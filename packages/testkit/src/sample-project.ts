import {
  asThreadId,
  type ProjectSummary,
  type ProjectView,
  type Round,
  type RoundPermissions,
  sessionIdOf,
  type Timestamp,
} from "@reprise/model";

const time = (text: string) => text as Timestamp;

export const sampleProjectPath = "/home/shop/.reprise/projects/2026/11/17/1";

export function sampleRound(number: number, given: Partial<Round> = {}): Round {
  return {
    number,
    current: number,
    total: 10,
    agent: "codex",
    thread: asThreadId(`thread-${number}`),
    session: sessionIdOf("codex", asThreadId(`thread-${number}`)),
    startedAt: time("2026-11-17T10:00:00.000Z"),
    endedAt: time("2026-11-17T10:02:05.000Z"),
    outcome: { type: "completed", message: null },
    isSuccess: false,
    tokens: 12_400,
    problem: null,
    commits: [{ hash: `${number}`.repeat(40), subject: `Commit ${number}` }],
    files: ["src/parser.ts", "src/ast.ts"],
    ...given,
  };
}

export const samplePermissions: RoundPermissions = {
  agent: "codex",
  sandbox: "workspace-write",
  approvalPolicy: "never",
  source: "journal",
  narrowed: [],
};

export function sampleProject(given: Partial<ProjectView> = {}): ProjectView {
  return {
    path: sampleProjectPath,
    origin: "reprise",
    workspace: "/home/shop",
    goal: "Port the parser",
    title: "Port the parser",
    state: "rounds-used",
    unfinishedRound: null,
    branch: "main",
    agent: "codex",
    owner: null,
    parkedUntil: null,
    problem: null,
    createdAt: time("2026-11-17T10:00:00.000Z"),
    updatedAt: time("2026-11-17T10:30:00.000Z"),
    rounds: [sampleRound(1), sampleRound(2)],
    inProgress: ["the lexer"],
    todo: ["the tests"],
    done: ["the plan"],
    next: { kind: "new-rounds", rounds: 10, refusal: null, permissions: samplePermissions },
    problems: [],
    ...given,
  };
}

export function sampleProjectRow(given: Partial<ProjectSummary> = {}): ProjectSummary {
  const {
    rounds,
    inProgress: _,
    todo: _todo,
    done: _done,
    next: _next,
    problems: _problems,
    ...summary
  } = sampleProject();
  return { ...summary, rounds: rounds.length, ...given };
}
