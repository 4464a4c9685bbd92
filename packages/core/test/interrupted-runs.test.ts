import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asThreadId, noSettings, type RunId, type RunScope, type RunStatus, type Timestamp } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { processIdentity } from "../src/host/processes/process-identity.ts";
import { findRuns } from "../src/journal/find-runs.ts";
import { newJournalPath, openJournal, sidecarPath } from "../src/journal/journal.ts";
import { latestOffered } from "../src/runner/offer.ts";

const scope: RunScope = {
  kind: "pull-request",
  host: "github.com",
  owner: "octo",
  repository: "shop",
  number: 42,
};
const host = nodeHost({});
const dead = { ...processIdentity(process.pid, host.processes), startTicks: "1" };
const recordedBy = { process: dead, onHealth: () => undefined, redacts: true };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-interrupted-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Made {
  readonly day?: number;
  readonly status?: RunStatus;
  readonly thread?: string | null;
}

/** A run about the pull request; without a status its process died. */
async function make(name: string, { day = 1, status, thread = "t" }: Made = {}): Promise<string> {
  const now = () => `2026-02-0${day}T10:32:00.000Z` as Timestamp;
  const run = name as RunId;
  const path = newJournalPath(folder, scope, now(), run);
  const journal = await openJournal(path, { ...recordedBy, host: { ...host, now } });
  journal.append({
    type: "run-started",
    run,
    agent: "codex",
    scope,
    label: "octo-shop-pr-42",
    home: null,
    workspace: "/srv/shop",
    settings: noSettings,
    process: dead,
    repriseVersion: "0",
    lineage: null,
  });
  if (thread !== null)
    journal.append({ type: "thread-known", thread: asThreadId(thread), isPersisted: true, rollout: null });
  if (status) journal.append({ type: "run-ended", status, failure: null });
  journal.close();
  return path;
}

/** As a pull request's next run looks for it. */
async function offered(): Promise<string | null> {
  const { runs } = await findRuns(folder, nodeHost({ XDG_STATE_HOME: join(folder, "none") }), scope);
  return latestOffered(runs, [])?.run ?? null;
}

describe("the latest state of a journal", () => {
  it("session_state_sidecar_path_replaces_extension", () => {
    expect(sidecarPath("/state/octo-shop-pr-42.jsonl")).toBe("/state/octo-shop-pr-42.session.json");
  });

  it("session_state_write_and_read_roundtrip: what is found is what was written", async () => {
    const path = await make("r1", { status: "failed" });
    const { runs } = await findRuns(folder, host, scope);
    const saved = JSON.parse(readFileSync(sidecarPath(path), "utf8"));
    expect(runs).toEqual([saved]);
    expect(saved).toMatchObject({ status: "failed", thread: "t", scope, journal: path });
  });

  it("transcript_writer_open_append_adds_to_existing_file: a resume is a record after what was there", async () => {
    const path = await make("r1");
    const before = readFileSync(path, "utf8");
    const journal = await openJournal(path, { ...recordedBy, host });
    journal.append({ type: "run-resumed", text: "session resumed", process: dead, settings: noSettings });
    journal.close();
    const after = readFileSync(path, "utf8");
    expect(after.startsWith(before)).toBe(true);
    const added = after.slice(before.length).trim().split("\n");
    expect(added.map((line) => JSON.parse(line).type)).toContain("run-resumed");
  });
});

describe("the run that is offered for a pull request", () => {
  it("find_interrupted_session_returns_most_recent", async () => {
    await make("first", { day: 1 });
    await make("third", { day: 3 });
    await make("second", { day: 2 });
    expect(await offered()).toBe("third");
  });

  it("find_interrupted_session_ignores_completed", async () => {
    await make("done", { status: "completed" });
    expect(await offered()).toBeNull();
  });

  it("find_interrupted_session_returns_none_when_empty", async () => {
    expect(await offered()).toBeNull();
  });

  it("find_interrupted_session_ignores_sessions_without_thread_id", async () => {
    await make("unborn", { thread: null });
    expect(await offered()).toBeNull();
  });
});
