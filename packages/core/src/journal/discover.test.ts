import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Failure,
  type FailureKind,
  noSettings,
  type ProcessIdentity,
  type RunId,
  type RunScope,
  type RunStatus,
  type ThreadId,
} from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identityOf } from "../host/identity.ts";
import { nodeHost } from "../host/node-host.ts";
import { findRuns, isOffered } from "./discover.ts";
import { newJournalPath, openJournal, sidecarPath } from "./journal.ts";

const host = nodeHost();
const me = identityOf(process.pid, host.processes);
const dead: ProcessIdentity = { ...me, startTicks: "1" };
const rebooted: ProcessIdentity = { ...me, boot: "another" };
const scope: RunScope = { kind: "workspace", root: "/srv/a" };
const failure = (kind: FailureKind): Failure => ({ kind, message: kind, resetsAt: null });

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-runs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Made {
  process?: ProcessIdentity;
  thread?: string | null;
  end?: { status: RunStatus; failure?: Failure };
  scope?: RunScope;
}

async function make(
  name: string,
  { process = me, thread = "t", end, scope: about = scope }: Made,
): Promise<string> {
  const path = newJournalPath(folder, about, host.now(), name as RunId);
  const journal = await openJournal(path, { host, process, onHealth: () => undefined, redacts: true });
  journal.append({
    type: "run-started",
    run: name as RunId,
    agent: "codex",
    scope: about,
    label: "a",
    home: null,
    workspace: "/srv/a",
    settings: noSettings,
    process,
    repriseVersion: "0",
    lineage: null,
  });
  if (thread !== null)
    journal.append({ type: "thread-known", thread: thread as ThreadId, isPersisted: true, rollout: null });
  if (end) journal.append({ type: "run-ended", status: end.status, failure: end.failure ?? null });
  journal.close();
  return path;
}

const found = async () =>
  (await findRuns(folder, host, scope)).runs.map((run) => [run.status, isOffered(run)]);

describe("how a run ended, and whether it is offered", () => {
  it.each<[string, Made, RunStatus, boolean]>([
    ["the turn completed", { end: { status: "completed" } }, "completed", false],
    ["the person stopped it", { end: { status: "cancelled" } }, "cancelled", true],
    [
      "the agent died",
      { end: { status: "interrupted", failure: failure("transport") } },
      "interrupted",
      true,
    ],
    ["Reprise was killed", { process: dead }, "interrupted", true],
    ["the machine was started anew", { process: rebooted }, "interrupted", true],
    ["the process lives", {}, "running", false],
    ["transport", { end: { status: "failed", failure: failure("transport") } }, "failed", true],
    ["server", { end: { status: "failed", failure: failure("server") } }, "failed", true],
    ["limit", { end: { status: "failed", failure: failure("limit") } }, "failed", true],
    ["authentication", { end: { status: "failed", failure: failure("authentication") } }, "failed", true],
    ["somebody else had it", { end: { status: "failed", failure: failure("busy") } }, "failed", true],
    ["no reason that is known", { end: { status: "failed" } }, "failed", false],
    ["another reason", { end: { status: "failed", failure: failure("other") } }, "failed", false],
    ["a full context", { end: { status: "failed", failure: failure("context-full") } }, "failed", false],
    [
      "the thread is gone",
      { end: { status: "failed", failure: failure("thread-missing") } },
      "failed",
      false,
    ],
    ["no thread was named", { process: dead, thread: null }, "interrupted", false],
  ])("%s", async (_what, made, status, offered) => {
    await make("r1", made);
    expect(await found()).toEqual([[status, offered]]);
  });
});

it("what came to its end, or still runs, is not offered, whatever failed in it before", async () => {
  await make("r1", { end: { status: "completed", failure: failure("limit") } });
  expect(await found()).toEqual([["completed", false]]);
  const [run] = (await findRuns(folder, host, scope)).runs;
  expect(run && isOffered({ ...run, status: "running" })).toBe(false);
});

describe("findRuns", () => {
  it("uses the journal when the sidecar is gone or cannot be read, and says so", async () => {
    const path = await make("r1", { process: dead });
    truncateSync(sidecarPath(path), 5);
    const { runs, warnings } = await findRuns(folder, host, scope);
    expect(runs).toMatchObject([{ run: "r1", status: "interrupted" }]);
    expect(warnings).toHaveLength(1);
    rmSync(sidecarPath(path));
    expect((await findRuns(folder, host, scope)).runs).toHaveLength(1);
  });

  it("gives the most recent first, and only those of the scope", async () => {
    await make("r1", { end: { status: "cancelled" } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await make("r2", { end: { status: "cancelled" } });
    await make("r3", { scope: { kind: "workspace", root: "/srv/b" } });
    expect((await findRuns(folder, host, scope)).runs.map(({ run }) => run)).toEqual(["r2", "r1"]);
    expect((await findRuns(folder, host)).runs).toHaveLength(3);
  });

  it("counts runs about the pull requests of a workspace's repository to the workspace", async () => {
    const pull = (repository: string): RunScope => ({
      kind: "pull-request",
      host: "github.com",
      owner: "o",
      repository,
      number: 7,
    });
    await make("r1", { scope: pull("mine") });
    await make("r2", { scope: pull("other") });
    const remotes = new Set(["github.com/o/mine"]);
    expect((await findRuns(folder, host, scope, remotes)).runs.map(({ run }) => run)).toEqual(["r1"]);
    expect((await findRuns(folder, host, scope)).runs).toEqual([]);
  });

  it("names a sidecar of a newer Reprise and goes on", async () => {
    const path = await make("r1", {});
    writeFileSync(sidecarPath(path), JSON.stringify({ v: 99, run: "r1", status: "running" }));
    const { runs, warnings } = await findRuns(folder, host, scope);
    expect(runs).toEqual([]);
    expect(warnings[0]?.detail).toContain("newer Reprise");
  });
});
