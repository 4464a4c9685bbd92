import { noSettings, type RunScope } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { isOffered } from "../find-runs.ts";
import { findFrankieRuns } from "./find-frankie-runs.ts";

const folder = "/home/dev/.local/state/frankie/codex-transcripts";
const name = "leynos-frankie-pr-42-20260215T103200Z";
const thread = "01a1e0b5-021f-7ab0-a082-5e0c3412cbb8";
const none: ReadonlySet<string> = new Set();
const pull = (host: string, owner: string, repository: string, number = 42): RunScope => ({
  kind: "pull-request",
  host,
  owner,
  repository,
  number,
});

/** As `serde_json` writes it. */
const sidecar = (more: object = {}) =>
  JSON.stringify(
    {
      status: "interrupted",
      transcript_path: `${folder}/${name}.jsonl`,
      thread_id: thread,
      owner: "leynos",
      repository: "frankie",
      pr_number: 42,
      started_at: "2026-02-15T10:32:00.123456789Z",
      finished_at: null,
      ...more,
    },
    null,
    2,
  );

const initialized = { id: 1, result: { userAgent: "codex" } };
const started = { id: 2, result: { thread: { id: thread, preview: "" } } };
const turnEnded = (turn: object, threadId = thread) => ({
  method: "turn/completed",
  params: { threadId, turn: { id: "t1", ...turn } },
});
const separator = "--- session resumed ---";
const lines = (...all: (object | string)[]) =>
  all.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
const cutOff = [initialized, started, { method: "turn/started", params: { threadId: thread } }];

function hostWith(files: { sidecar?: string; transcript?: string }, stem = name) {
  return memoryHost({
    [`${folder}/other.txt`]: "",
    ...(files.sidecar === undefined ? {} : { [`${folder}/${stem}.session.json`]: files.sidecar }),
    ...(files.transcript === undefined ? {} : { [`${folder}/${stem}.jsonl`]: files.transcript }),
  });
}

const find = (host: Parameters<typeof findFrankieRuns>[0], scope?: RunScope, remotes = none) =>
  findFrankieRuns(host, { scope, remotes });

describe("a run of frankie's", () => {
  it("is told as a run of ours, and what frankie does not record is not made up", async () => {
    const { runs, warnings } = await find(
      hostWith({
        sidecar: sidecar({ finished_at: "2026-02-15T10:40:00Z", a_later_field: { of: "any kind" } }),
        transcript: lines(...cutOff),
      }),
    );
    expect(warnings).toEqual([]);
    expect(runs).toEqual([
      {
        run: `frankie:${name}`,
        agent: "codex",
        status: "interrupted",
        scope: pull("github.com", "leynos", "frankie"),
        thread,
        isPersisted: false,
        home: null,
        workspace: null,
        settings: noSettings,
        startedAt: "2026-02-15T10:32:00.123Z",
        updatedAt: "2026-02-15T10:40:00.000Z",
        finishedAt: "2026-02-15T10:40:00.000Z",
        failure: null,
        process: null,
        agentProcess: null,
        lineage: null,
        instructions: null,
        journal: `${folder}/${name}.jsonl`,
        pending: [],
        parkedUntil: null,
        turnStartedAt: null,
        turn: null,
        restore: null,
      },
    ]);
  });

  it.each<[string, object, string | undefined, string, boolean]>([
    ["interrupted", { status: "interrupted" }, "", "interrupted", true],
    ["cancelled", { status: "cancelled" }, "", "cancelled", true],
    ["running, and nobody has the thread", { status: "running" }, lines(...cutOff), "interrupted", true],
    [
      "running, but its turn ended before frankie could say so",
      { status: "running" },
      lines(...cutOff, turnEnded({ status: "completed" })),
      "completed",
      false,
    ],
    ["running without a transcript", { status: "running" }, undefined, "interrupted", true],
    ["completed", { status: "completed" }, lines(...cutOff, turnEnded({ status: "completed" })), "completed", false],
    ["completed by exit code 0 alone", { status: "completed" }, lines(...cutOff), "interrupted", true],
    ["completed without a transcript", { status: "completed" }, undefined, "completed", false],
    ["failed because Codex was gone", { status: "failed" }, lines(...cutOff), "interrupted", true],
    [
      "failed by a usage limit",
      { status: "failed" },
      lines(
        ...cutOff,
        turnEnded({ status: "failed", error: { message: "limit", codexErrorInfo: "usageLimitExceeded" } }),
      ),
      "failed",
      true,
    ],
    [
      "failed for another reason",
      { status: "failed" },
      lines(...cutOff, turnEnded({ status: "failed", error: { message: "no" } })),
      "failed",
      false,
    ],
    [
      "failed because the thread is gone",
      { status: "failed" },
      lines(initialized, started, separator, initialized, {
        id: 2,
        error: { code: -32600, message: `no rollout found for thread id ${thread}` },
      }),
      "failed",
      false,
    ],
    ["failed without a transcript", { status: "failed" }, undefined, "failed", false],
    [
      "resumed after it had completed, and cut off",
      { status: "running" },
      lines(...cutOff, turnEnded({ status: "completed" }), separator, ...cutOff),
      "interrupted",
      true,
    ],
    [
      "cut off after the turn of a subagent",
      { status: "running" },
      lines(...cutOff, turnEnded({ status: "completed" }, "another")),
      "interrupted",
      true,
    ],
    [
      "the id was not saved before frankie died, but Codex had told it",
      { status: "running", thread_id: null },
      lines("a line that is no JSON", ...cutOff),
      "interrupted",
      true,
    ],
    [
      "no thread is named anywhere",
      { status: "interrupted", thread_id: null },
      lines(initialized),
      "interrupted",
      false,
    ],
    ["a blank thread", { status: "interrupted", thread_id: "  " }, lines(initialized), "interrupted", false],
    [
      "a request of the server's is no answer that names a thread",
      { status: "running", thread_id: null },
      lines({ id: 2, method: "item/tool/call", result: { thread: { id: "x" } } }),
      "interrupted",
      false,
    ],
  ])("%s", async (_what, said, transcript, status, offered) => {
    const host = hostWith({ sidecar: sidecar(said), ...(transcript === undefined ? {} : { transcript }) });
    const { runs, warnings } = await find(host);
    expect(warnings).toEqual([]);
    expect(runs.map((run) => [run.status, isOffered(run)])).toEqual([[status, offered]]);
  });

  it("runs, as long as somebody has its thread", async () => {
    const host = hostWith({ sidecar: sidecar({ status: "running" }), transcript: lines(...cutOff) });
    host.write(`/home/dev/.codex/thread-writer-locks/${thread}.lock`, "");
    const lockHolders = (paths: readonly string[]) => new Map(paths.map((path) => [path, 7]));
    const processes = { ...host.processes, lockHolders };
    expect((await find({ ...host, processes })).runs).toMatchObject([{ status: "running", thread }]);
  });

  it("does not read the whole of a transcript to believe that it was completed", async () => {
    const delta = { method: "item/agentMessage/delta", params: { delta: "x".repeat(1000) } };
    const transcript = lines(
      ...cutOff,
      ...Array.from({ length: 1000 }, () => delta),
      turnEnded({ status: "completed" }),
    );
    const host = hostWith({ sidecar: sidecar({ status: "completed" }), transcript });
    expect((await find(host)).runs).toMatchObject([{ status: "completed" }]);
    expect(host.read.reduce((sum, { byteCount }) => sum + byteCount, 0)).toBeLessThan(100_000);
  });
});

describe("damage", () => {
  it("a sidecar cut off after any byte is told, and its transcript used instead", async () => {
    const text = sidecar({ status: "completed" });
    for (let length = 0; length < text.length; length += 1) {
      const host = hostWith({ sidecar: text.slice(0, length), transcript: lines(...cutOff) });
      const { runs, warnings } = await find(host);
      expect(runs).toMatchObject([{ status: "interrupted", thread, scope: pull("github.com", "leynos", "frankie") }]);
      expect(runs[0]?.startedAt).toBe("2026-02-15T10:32:00.000Z");
      expect(warnings).toMatchObject([{ kind: "unreadable", path: `${folder}/${name}` }]);
    }
  });

  it.each([
    ["another status", { status: "paused" }],
    ["no status", { status: undefined }],
    ["no owner", { owner: "" }],
    ["no number", { pr_number: "42" }],
  ])("so is one with %s", async (_what, more) => {
    const { runs, warnings } = await find(
      hostWith({ sidecar: sidecar(more), transcript: lines(...cutOff, turnEnded({ status: "completed" })) }),
    );
    expect(runs).toMatchObject([{ status: "completed", thread }]);
    expect(warnings).toHaveLength(1);
  });

  it("a sidecar that the machine refuses is told too", async () => {
    const host = hostWith({ sidecar: sidecar(), transcript: lines(...cutOff) });
    const files = {
      ...host.files,
      text: () => {
        throw new Error("EACCES");
      },
    };
    const { runs, warnings } = await find({ ...host, files });
    expect(runs).toMatchObject([{ status: "interrupted", thread }]);
    expect(warnings[0]?.detail).toContain("EACCES");
  });

  it("a transcript cut off after any byte says no more than it holds", async () => {
    const whole = lines(...cutOff, turnEnded({ status: "completed" }));
    const known = lines(initialized, started).length - 1;
    for (let length = 0; length <= whole.length; length += 1) {
      const { runs } = await find(hostWith({ transcript: whole.slice(0, length) }));
      expect(runs).toMatchObject([
        {
          thread: length < known ? null : thread,
          status: length < whole.length - 1 ? "interrupted" : "completed",
        },
      ]);
    }
  });

  it("a folder that cannot be listed is told", async () => {
    const host = hostWith({});
    const files = {
      ...host.files,
      list: () => {
        throw new Error("EACCES");
      },
    };
    expect(await find({ ...host, files })).toMatchObject({ runs: [], warnings: [{ path: folder }] });
  });

  it("without frankie there is nothing to tell", async () => {
    expect(await find(memoryHost({}))).toEqual({ runs: [], warnings: [] });
  });
});

describe("which run of frankie's is meant", () => {
  const workspace: RunScope = { kind: "workspace", root: "/srv/a" };
  const host = hostWith({ sidecar: sidecar(), transcript: lines(...cutOff) });
  const count = async (scope: RunScope, remotes = none) => (await find(host, scope, remotes)).runs.length;

  it("that of the pull request, whose server frankie does not name", async () => {
    expect(await count(pull("github.com", "leynos", "frankie"))).toBe(1);
    expect(await count(pull("github.com", "Leynos", "Frankie"))).toBe(1);
    expect(await count(pull("github.com", "leynos", "frankie", 43))).toBe(0);
    expect(await count(pull("github.com", "leynos", "frank"))).toBe(0);
    const ghe = pull("ghe.test", "leynos", "frankie");
    expect((await find(host, ghe)).runs).toMatchObject([{ scope: ghe }]);
  });

  it("that of the repository of the workspace", async () => {
    expect(await count(workspace)).toBe(0);
    expect(await count(workspace, new Set(["github.com/leynos/other"]))).toBe(0);
    expect(await count(workspace, new Set(["/srv/leynos/frankie", "leynos/frankie"]))).toBe(0);
    const { runs } = await find(host, workspace, new Set(["ghe.test/leynos/frankie"]));
    expect(runs).toMatchObject([{ scope: pull("ghe.test", "leynos", "frankie") }]);
    expect(await count({ kind: "project", path: "/srv/p" }, new Set(["github.com/leynos/frankie"]))).toBe(0);
  });

  it("by its name alone, when it has no sidecar", async () => {
    const stem = "a-b-c-d-pr-7-20260215T103200Z";
    const bare = hostWith({ transcript: lines(...cutOff) }, stem);
    const asked = pull("github.com", "a-b", "c.d", 7);
    expect((await find(bare, asked)).runs).toMatchObject([{ scope: asked, thread, status: "interrupted" }]);
    expect((await find(bare, undefined, new Set(["github.com/a-b/c.d"]))).runs).toMatchObject([{ scope: asked }]);
    expect((await find(bare)).runs).toMatchObject([{ scope: pull("github.com", "a", "b-c-d", 7) }]);
  });

  it("none, but told, when nothing names a pull request", async () => {
    const { runs, warnings } = await find(hostWith({ transcript: lines(...cutOff) }, "notes"));
    expect(runs).toEqual([]);
    expect(warnings).toMatchObject([{ path: `${folder}/notes` }]);
  });

  it("below XDG_STATE_HOME, where that is set", async () => {
    const at = (state: string) => ({
      [`${state}/frankie/codex-transcripts/${name}.session.json`]: sidecar(),
    });
    expect((await find(memoryHost(at("/st"), { XDG_STATE_HOME: "/st" }))).runs).toHaveLength(1);
    expect((await find(memoryHost(at("/home/dev/.local/state"), { XDG_STATE_HOME: "" }))).runs).toHaveLength(1);
  });
});
