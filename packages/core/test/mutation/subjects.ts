/** Files that decide over permission, money or loss, and the tests that must notice when they decide otherwise. */
export interface Subject {
  readonly name: string;
  readonly files: readonly string[];
  /** Quick ones only: a change in a constant runs all of them. */
  readonly tests: readonly string[];
}

/** Ordered by what a wrong decision costs. */
export const subjects: readonly Subject[] = [
  beside("permission", "packages/core/src", ["restore/settings", "restore/plan-resume", "restore/ladder"]),
  beside("approvals", "packages/core/src", [
    ...["runs/saved-replies", "runs/thread-history", "restore/gather-evidence", "runner/run-orders"],
    ...[
      "agents/exec/permission-mode",
      "agents/codex/driver/requests/translated-request",
      "agents/codex/driver/requests/approved-hash",
    ],
  ]),
  beside("words", "packages/model/src/words", ["setting-words"]),
  beside("plans", "packages/core/src/runner", ["planner"]),
  beside("live-run", "packages/core/src/runs", ["live-run"]),
  beside("new-thread", "packages/core/src/restore/replay", ["plan-replay", "plan-fork"]),
  {
    name: "consent",
    files: ["consent", "questions", "rules"].map((path) => `packages/model/src/consent/${path}.ts`),
    tests: ["packages/model/src/consent/consent.test.ts"],
  },
  beside("answers", "packages/tui/src", [
    ...["screens/restore/start", "screens/live/asking/ask", "screens/live/asking/press", "plain/questions"],
  ]),
  {
    name: "half-done",
    files: ["unfinished", "edit-applied", "workspace-drift", "left-running"].map(
      (path) => `packages/core/src/restore/${path}.ts`,
    ),
    tests: ["unfinished", "workspace-drift", "left-running"].map((path) => `packages/core/src/restore/${path}.test.ts`),
  },
  beside("journal", "packages/core/src/journal", ["run-state", "record-line", "read-journal", "journal-health"]),
  beside("offer", "packages/core/src/journal", ["find-runs"]),
  {
    name: "secrets",
    files: [
      ...["redact", "redacted-stream", "secrets/find-labelled", "secrets/find-secrets", "secrets/find-shaped"],
      ...["secrets/label", "secrets/private-key", "secrets/secret", "secrets/token-kinds", "secrets/value"],
    ].map((path) => `packages/core/src/journal/${path}.ts`),
    tests: ["redact", "redacted-stream"].map((path) => `packages/core/src/journal/${path}.test.ts`),
  },
  {
    name: "safe-text",
    files: ["packages/model/src/text/safe-text.ts"],
    tests: ["packages/cli/src/print/safe.test.ts"],
  },
  {
    name: "history",
    files: ["choose-history", "kept-entries"].map(inHistory),
    tests: ["choose-history.test", "kept-entries.test", "kept-entries-beginning.test"].map(inHistory),
  },
  {
    name: "segment-texts",
    files: [
      ...["clean-text", "portable-entry", "portable-history", "segments", "segment-text"].map(inHistory),
      "packages/core/src/agents/writing/patch-text.ts",
    ],
    tests: ["clean-text.test", "portable-history.test", "segment-text.test"].map(inHistory),
  },
];

/** Those with this name; all without one. */
export function subjectsCalled(name: string | undefined): readonly Subject[] {
  return subjects.filter((subject) => name === undefined || subject.name === name);
}

function beside(name: string, folder: string, paths: readonly string[]): Subject {
  return {
    name,
    files: paths.map((path) => `${folder}/${path}.ts`),
    tests: paths.map((path) => `${folder}/${path}.test.ts`),
  };
}

function inHistory(name: string): string {
  return `packages/core/src/restore/history/${name}.ts`;
}
