/** Where something odd may be, below a person's home, and what is to be seen of it. */
export interface OddPath {
  readonly path: string;
  /**
   * `session`: counted as unreadable, and named by `doctor`. `file`: named by `doctor`. `ignored`: never opened. `replaced`: a
   * file of the cache, which is made again. `settings`: named by `doctor`, and needed to continue a session, which then fails.
   */
  readonly as: "session" | "file" | "ignored" | "replaced" | "settings";
}

const place = (as: OddPath["as"], ...paths: readonly string[]): OddPath[] => paths.map((path) => ({ path, as }));

const rollout = "rollout-2026-11-15T19-41-08-01a1e0ba-0000-7653-b0c3-c102b498c761";
const uuid = "11111111-2222-4333-8444-555555555555";

export const places: readonly OddPath[] = [
  ...place(
    "session",
    `.codex/sessions/2026/11/15/${rollout}.jsonl`,
    `.codex/sessions/2026/11/15/${rollout.replace("0000", "0001")}.jsonl.zst`,
    `.codex/sessions/rollout-2025-04-20-${uuid}.json`,
    `.codex/archived_sessions/${rollout.replace("0000", "0002")}.jsonl`,
    `.claude/projects/-srv-proj-a/${uuid}.jsonl`,
    `.claude/projects/-srv-proj-a/${uuid}/subagents/agent-1.jsonl`,
    ".gemini/tmp/proj-a/chats/session-2026-11-15T21-49-b0000002.jsonl",
    ".gemini/tmp/proj-a/chats/session-2026-11-15T21-50-b0000003.json",
    `.gemini/tmp/proj-a/chats/${uuid}/sub.jsonl`,
    ".local/share/opencode/opencode-dev.db",
    ".local/share/opencode/storage/session/global/ses_odd.json",
  ),
  ...place(
    "file",
    ".codex/session_index.jsonl",
    ".claude/sessions/4242.json",
    ".gemini/projects.json",
    ".gemini/tmp/proj-b/.project_root",
    "state/lineage.jsonl",
    "state/replies.jsonl",
    "state/runs/workspace-x/20261115T000000Z-run.jsonl",
    "state/runs/workspace-x/20261115T000001Z-run.session.json",
    "state/workspaces/0123456789abcdef0123456789abcdef/draft.json",
    "state/rewinds/01a1e0ba/manifest.json",
    "state/rewinds/lock",
    "state/locks/codex-0123.lock",
    "project/.git/HEAD",
    "project/.git/config",
    "project/.git/packed-refs",
    "project/.git/commondir",
  ),
  ...place("settings", ".codex/config.toml", ".config/reprise/config.toml"),
  ...place(
    "ignored",
    ".codex/history.jsonl",
    ".codex/state_5.sqlite",
    ".codex/thread-writer-locks/01a1e0ba-4bd3-7653-b0c3-c102b498c761.lock",
    ".local/state/frankie/codex-transcripts/a-b-pr-1-20261115T000000Z.jsonl",
    ".local/share/opencode/opencode.db-shm",
    "state/runs/workspace-y",
  ),
  ...place("replaced", "cache/catalog.db", "cache/catalog.db-wal", "cache/catalog.db-shm", "cache/catalog.db-seal"),
];
