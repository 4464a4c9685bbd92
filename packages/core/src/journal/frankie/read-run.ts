import { basename } from "node:path";
import {
  asTimestamp,
  type Failure,
  noSettings,
  type RunScope,
  type RunState,
  type RunStatus,
  type Timestamp,
} from "@reprise/model";
import { codexHomes } from "../../agents/codex/read/locate.ts";
import { codexOwners } from "../../agents/codex/read/owners.ts";
import { existingHomes } from "../../agents/reading/source.ts";
import type { Host } from "../../host/host.ts";
import { assumedRepository, knownRepository, type NamedPull, type RemoteRepository } from "./remote-repository.ts";
import { frankieRunId } from "./run-id.ts";
import { type FrankieSidecar, parseSidecar } from "./sidecar.ts";
import { endsWithTurn, readTranscript, type TranscriptEnd } from "./transcript.ts";

interface FrankieRun {
  /** Null when it is not wanted, or when nothing says what it was about. */
  readonly run: RunState | null;
  /** What a person should know of its files; the transcript was used as far as it goes. */
  readonly problem: string | null;
}

/** What is asked for. */
export interface Wanted {
  /** Repositories whose runs frankie's may be. */
  readonly repositories: readonly RemoteRepository[];
  readonly has: (scope: PullRequest, isOfPlaces: boolean) => boolean;
}

type PullRequest = RunScope & { kind: "pull-request" };

/** `path` is that of both files, without their endings. */
export async function readRun(path: string, host: Host, wanted: Wanted): Promise<FrankieRun> {
  const { sidecar, problem } = readSidecar(`${path}.session.json`, host);
  const name = parseName(basename(path));
  const pull: NamedPull | null = sidecar ?? name;
  if (!pull) return { run: null, problem: `${problem ?? ""} It names no pull request.`.trim() };
  const known = knownRepository(pull, wanted.repositories);
  const { host: server, owner, repository } = known ?? assumedRepository(pull);
  const scope: PullRequest = { kind: "pull-request", host: server, owner, repository, number: pull.number };
  if (!wanted.has(scope, known !== null)) return { run: null, problem };
  const beside = `${path}.jsonl`;
  const journal = host.files.stamp(beside) ? beside : (sidecar?.transcript ?? beside);
  const end = (await isSettled(sidecar, journal, host)) ? null : await readTranscript(journal, host);
  const thread = sidecar?.thread ?? end?.thread ?? null;
  const run: RunState = {
    run: frankieRunId(basename(path)),
    agent: "codex",
    scope,
    ...outcomeOf(sidecar, end, () => isLive(thread, host)),
    ...timesOf(sidecar, name?.startedAt ?? null, journal, host),
    thread,
    isPersisted: false,
    home: null,
    workspace: null,
    settings: noSettings,
    instructions: null,
    process: null,
    agentProcess: null,
    lineage: null,
    journal,
    pending: [],
    restore: null,
    parkedUntil: null,
    turnStartedAt: null,
    turn: null,
  };
  return { run, problem };
}

function readSidecar(path: string, host: Host): { sidecar: FrankieSidecar | null; problem: string | null } {
  let why = "cannot be read";
  try {
    const text = host.files.text(path, 1024 * 1024);
    const sidecar = text === null ? null : parseSidecar(text);
    if (text === null || sidecar) return { sidecar, problem: null };
  } catch (error) {
    why = `cannot be read (${(error as Error).message})`;
  }
  return { sidecar: null, problem: `This sidecar of frankie's ${why}; its transcript was used instead.` };
}

/** `<owner>-<repository>-pr-<number>-<yyyymmddThhmmssZ>` */
function parseName(name: string): { label: string; number: number; startedAt: Timestamp | null } | null {
  const parts = /^(.+)-pr-(\d+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name);
  if (!parts) return null;
  const [, label = "", number, year, month, day, hour, minute, second] = parts;
  const startedAt = asTimestamp(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { label, number: Number(number), startedAt };
}

/** Frankie goes by the exit code when Codex was gone, and says `failed` or even `completed`: only the transcript tells. */
async function isSettled(sidecar: FrankieSidecar | null, journal: string, host: Host): Promise<boolean> {
  if (sidecar?.thread == null) return false;
  if (sidecar.status === "completed") return endsWithTurn(journal, host);
  return sidecar.status === "interrupted" || sidecar.status === "cancelled";
}

const unexplained: Failure = { kind: "other", message: "Frankie did not record why.", resetsAt: null };

function outcomeOf(
  sidecar: FrankieSidecar | null,
  end: TranscriptEnd | null,
  isLive: () => boolean,
): { status: RunStatus; failure: Failure | null } {
  const said = sidecar?.status ?? "running";
  if (said === "interrupted" || said === "cancelled") return { status: said, failure: null };
  // Frankie records no process: as long as somebody has the thread, it is taken to run.
  if (said === "running" && (end?.status ?? "interrupted") === "interrupted")
    return { status: isLive() ? "running" : "interrupted", failure: null };
  if (end) return { status: end.status, failure: end.failure };
  return { status: said, failure: said === "failed" ? unexplained : null };
}

function isLive(thread: RunState["thread"], host: Host): boolean {
  return thread !== null && existingHomes(codexHomes(host), host).some((home) => codexOwners(home, host).has(thread));
}

function timesOf(
  sidecar: FrankieSidecar | null,
  named: Timestamp | null,
  journal: string,
  host: Host,
): Pick<RunState, "startedAt" | "updatedAt" | "finishedAt"> {
  const writtenAt = asTimestamp(host.files.stamp(journal)?.mtimeMs);
  const startedAt = sidecar?.startedAt ?? named ?? writtenAt ?? ("1970-01-01T00:00:00.000Z" as Timestamp);
  const finishedAt = sidecar?.finishedAt ?? null;
  return { startedAt, finishedAt, updatedAt: finishedAt ?? writtenAt ?? startedAt };
}
