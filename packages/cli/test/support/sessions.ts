import {
  type Agent,
  asThreadId,
  type Damage,
  type Item,
  type ItemBody,
  type SessionSummary,
  sessionIdOf,
  type Timestamp,
  type Turn,
  type TurnState,
} from "@reprise/model";

export const time = (text: string) => text as Timestamp;

/** A whole session; what matters to a test is given, the rest is ordinary. */
export function session(thread: string, given: Partial<SessionSummary> & { agent?: Agent } = {}): SessionSummary {
  const agent = given.agent ?? "codex";
  return {
    id: sessionIdOf(agent, asThreadId(thread)),
    shortId: sessionIdOf(agent, asThreadId(thread)),
    agent,
    thread: asThreadId(thread),
    title: "Fix the flaky test",
    name: null,
    tags: [],
    state: "completed",
    parkedUntil: null,
    owner: null,
    workspace: "/home/shop",
    createdAt: time("2026-11-15T18:00:00.000Z"),
    updatedAt: time("2026-11-15T19:41:15.710Z"),
    turnCount: 1,
    itemCount: 2,
    messageCount: 2,
    toolCount: 0,
    model: "gpt-5.2-codex",
    source: "cli",
    archived: false,
    hidden: false,
    subagentOf: null,
    lineage: null,
    sizeBytes: 2048,
    damageCount: 0,
    files: [{ path: `/home/me/.codex/sessions/rollout-${thread}.jsonl`, sizeBytes: 2048, role: "main" }],
    ...given,
  };
}

export function turn(number: number, bodies: readonly ItemBody[], state: TurnState = "completed"): Turn {
  return {
    number,
    state,
    startedAt: time("2026-11-15T18:00:00.000Z"),
    endedAt: state === "completed" ? time("2026-11-15T18:05:00.000Z") : null,
    items: bodies.map((body, index) => itemOf(body, `${number}.${index + 1}`)),
  };
}

export function itemOf(body: ItemBody, id = "1.1"): Item {
  const origin = { file: "/home/me/.codex/sessions/a.jsonl", line: 3, byteOffset: 512 };
  return { ...body, id, at: time("2026-11-15T18:00:01.000Z"), origin };
}

export const torn: Damage = {
  file: "/home/me/.codex/sessions/a.jsonl",
  line: 9,
  byteOffset: 4096,
  kind: "torn",
  detail: "120 bytes without an end",
};

/** One of each kind, in the order a turn might have them. */
export const everyKind: readonly ItemBody[] = [
  { kind: "prompt", text: "Make the tests pass.\nAll of them." },
  { kind: "reasoning", text: "First look at the failure." },
  { kind: "command", command: "npm test", output: "1 failed\n", exitCode: 1, status: "failed" },
  { kind: "command", command: "sleep 100", output: null, exitCode: null, status: "open" },
  {
    kind: "edit",
    changes: [
      { path: "src/a.ts", change: "update", diff: "@@ -1 +1 @@\n-old\n+new\n" },
      { path: "src/b.ts", change: "add", diff: "fresh\n" },
      { path: "src/c.ts", change: "delete", diff: null },
    ],
    status: "done",
  },
  { kind: "tool", name: "web_search", input: { query: "vitest" }, output: "3 results", status: "done" },
  { kind: "tool", name: "plan", input: null, output: null, status: "declined" },
  { kind: "approval", subject: "rm -rf build", decision: "approved for the session" },
  { kind: "approval", subject: "git push", decision: null },
  { kind: "notice", text: "Context compacted." },
  { kind: "opaque", raw: { type: "shiny_new_event", value: 1 } },
  { kind: "reply", text: "Done: **all green**." },
];
