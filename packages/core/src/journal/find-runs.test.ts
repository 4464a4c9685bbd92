import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Failure,
  type FailureKind,
  noSettings,
  type ProcessIdentity,
  type RunId,
  type RunScope,
  type RunStatus,
  SessionError,
  type ThreadId,
  type Timestamp,
} from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { type FoundRuns, findRuns, isOffered } from "./find-runs.ts";
import { newJournalPath, openJournal, sidecarPath } from "./journal.ts";

/** Frankie's runs are below the same folder: those of whoever runs the tests are none of ours. */
const here = () => nodeHost({ XDG_STATE_HOME: join(folder, "state") });
const host = nodeHost({});
const me = processIdentity(process.pid, host.processes);
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
  at?: string;
}

async function make(
  name: string,
  { process = me, thread = "t", end, scope: about = scope, at = "2026-11-15T20:00:00.000Z" }: Made,
): Promise<string> {
  const now = () => at as Timestamp;
  const path = newJournalPath(folder, about, now(), name as RunId);
  const options = { process, onHealth: () => undefined, redacts: true };
  const journal = await openJournal(path, { ...options, host: { ...host, now } });
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

/** Frankie wrote it down as interrupted. */
function makeFrankies(at: string, number = 7): void {
  const place = join(folder, "state", "frankie", "codex-transcripts");
  mkdirSync(place, { recursive: true });
  const about = { owner: "o", repository: "mine", pr_number: number, thread_id: "f" };
  const sidecar = {
    ...about,
    status: "interrupted",
    transcript_path: null,
    started_at: at,
    finished_at: null,
  };
  writeFileSync(join(place, `o-mine-pr-${number}.session.json`), JSON.stringify(sidecar));
}

const find = (about: RunScope | undefined = scope, remotes?: ReadonlySet<string>) =>
  findRuns(folder, here(), about, remotes);
const findAll = () => findRuns(folder, here());
const namesOf = ({ runs }: FoundRuns) => runs.map(({ run }) => run).toSorted();
const found = async () => (await find()).runs.map((run) => [run.status, isOffered(run)]);

describe("how a run ended, and whether it is offered", () => {
  it.each<[string, Made, RunStatus, boolean]>([
    ["the turn completed", { end: { status: "completed" } }, "completed", false],
    ["the person stopped it", { end: { status: "cancelled" } }, "cancelled", true],
    ["the agent died", { end: { status: "interrupted", failure: failure("transport") } }, "interrupted", true],
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
    ["the thread is gone", { end: { status: "failed", failure: failure("thread-missing") } }, "failed", false],
    ["no thread was named", { process: dead, thread: null }, "interrupted", false],
  ])("%s", async (_what, made, status, offered) => {
    await make("r1", made);
    expect(await found()).toEqual([[status, offered]]);
  });
});

it("what came to its end, or still runs, is not offered, whatever failed in it before", async () => {
  await make("r1", { end: { status: "completed", failure: failure("limit") } });
  expect(await found()).toEqual([["completed", false]]);
  const [run] = (await find()).runs;
  expect(run && isOffered({ ...run, status: "running" })).toBe(false);
});

describe("which runs are found", () => {
  const pull = (repository: string, number = 7): RunScope => ({
    kind: "pull-request",
    host: "github.com",
    owner: "o",
    repository,
    number,
  });
  const remotes = new Set(["github.com/o/mine"]);

  it("none where nothing was ever run", async () => {
    expect(await findAll()).toEqual({ runs: [], warnings: [] });
  });

  it("the most recent first, frankie's among ours", async () => {
    const atMinute = (minute: string) => `2026-11-15T20:${minute}:00.000Z`;
    await make("r2", { at: atMinute("02") });
    await make("r4", { at: atMinute("04"), scope: { kind: "workspace", root: "/srv/b" } });
    await make("r1", { at: atMinute("01"), scope: { kind: "workspace", root: "/srv/c" } });
    makeFrankies(atMinute("03"));
    const { runs, warnings } = await findAll();
    expect(runs.map(({ run }) => run)).toEqual(["r4", "frankie:o-mine-pr-7", "r2", "r1"]);
    expect(warnings).toEqual([]);
  });

  it("those of a scope: of a workspace also those about the pull requests of its repository", async () => {
    await make("r1", {});
    await make("r2", { scope: { kind: "workspace", root: "/srv/b" } });
    await make("r3", { scope: pull("mine") });
    await make("r4", { scope: pull("mine", 8) });
    await make("r5", { scope: pull("other") });
    makeFrankies("2026-11-15T20:00:00Z", 8);
    expect(namesOf(await find(scope))).toEqual(["r1"]);
    expect(namesOf(await find(scope, remotes))).toEqual(["frankie:o-mine-pr-8", "r1", "r3", "r4"]);
    for (const around of [remotes, undefined]) expect(namesOf(await find(pull("mine"), around))).toEqual(["r3"]);
    expect(namesOf(await find(pull("MINE", 8)))).toEqual(["frankie:o-mine-pr-8", "r4"]);
    expect(namesOf(await find(pull("mine", 8)))).toEqual(["frankie:o-mine-pr-8", "r4"]);
    expect(namesOf(await find({ kind: "project", path: "/srv/a" }, remotes))).toEqual([]);
  });
});

describe("what cannot be read hides nothing else", () => {
  it("a sidecar: its journal is used, and that is said; without one there is nothing to say", async () => {
    const path = await make("r1", { process: dead });
    truncateSync(sidecarPath(path), 5);
    const detail = `${sidecarPath(path)} cannot be read; its journal was used instead.`;
    expect(await find()).toMatchObject({
      runs: [{ run: "r1", status: "interrupted" }],
      warnings: [{ kind: "unreadable", path, detail }],
    });
    rmSync(sidecarPath(path));
    expect(await find()).toMatchObject({ runs: [{ run: "r1", status: "interrupted" }], warnings: [] });
  });

  it("a sidecar of a newer Reprise is named", async () => {
    const path = await make("r1", {});
    await make("r2", {});
    writeFileSync(sidecarPath(path), JSON.stringify({ v: 99, run: "r1", status: "running" }));
    const result = await find();
    expect(namesOf(result)).toEqual(["r2"]);
    const detail = expect.stringContaining("newer Reprise");
    expect(result.warnings).toEqual([{ kind: "unreadable", path, detail }]);
  });

  it("a sidecar of another shape is made again from its journal", async () => {
    const path = await make("r1", {});
    writeFileSync(sidecarPath(path), JSON.stringify({ v: 1, run: "r1", status: "running" }));
    const result = await find();
    expect(namesOf(result)).toEqual(["r1"]);
    expect(result.warnings).toMatchObject([{ kind: "unreadable", path }]);
  });

  it("a journal that does not say any more which run it is of is named; one that was never written to is none", async () => {
    const path = await make("r1", {});
    await make("r2", {});
    rmSync(sidecarPath(path));
    writeFileSync(path, '{"v":1,"at":"2026-11-15T20:00:00.000Z","seq":1,"epo\n');
    const damaged = await find();
    expect(namesOf(damaged)).toEqual(["r2"]);
    const detail = expect.stringContaining(`${path} does not identify its run`);
    expect(damaged.warnings).toEqual([{ kind: "unreadable", path, detail }]);
    writeFileSync(path, "");
    const empty = await find();
    expect([namesOf(empty), empty.warnings]).toEqual([["r2"], []]);
  });

  it("a folder that the machine refuses to read is named, and a file among the folders is none", async () => {
    const refused = dirname(await make("r1", {}));
    await make("r2", { scope: { kind: "workspace", root: "/srv/b" } });
    writeFileSync(join(folder, "runs", "notes.txt"), "");
    const { files, ...rest } = here();
    const list = (path: string) => {
      if (path === refused) throw new SessionError("unreadable", `${path} cannot be read (EACCES).`);
      return files.list(path);
    };
    const result = await findRuns(folder, { ...rest, files: { ...files, list } });
    expect(namesOf(result)).toEqual(["r2"]);
    const detail = `${refused} cannot be read (EACCES).`;
    expect(result.warnings).toEqual([{ kind: "unreadable", path: refused, detail }]);
  });
});
