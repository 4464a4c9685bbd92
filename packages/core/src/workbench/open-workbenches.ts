import {
  type Agent,
  type Choice,
  type KeyRenewal,
  type KnownWorkspace,
  type Library,
  noSettings,
  nothingSaved,
  type Runner,
  SessionError,
  type Workbench,
  type Workbenches,
} from "@reprise/model";
import type { Host } from "../host/host.ts";
import { projectOf } from "../workspace/project.ts";
import { emptied } from "./session/emptied.ts";
import { Feed } from "./session/feed.ts";
import { bannerOf, isNothing } from "./session/shown-state.ts";
import { WorkbenchSession } from "./session/workbench-session.ts";
import type { LoadOutcome, SavedWorkspace, WorkspaceStore } from "./store/workspace-store.ts";
import type { WorkspaceReport } from "./telemetry/workspace-report.ts";

export interface WorkbenchesParts {
  readonly runner: Runner;
  readonly library: Library;
  readonly host: Host;
  readonly stateFolder: string;
  readonly store: WorkspaceStore;
  readonly remembers: () => boolean;
  readonly canSteer: (agent: Agent) => boolean;
  readonly subAgentTools: (agent: Agent) => readonly string[];
  readonly signIn: (agent: Agent) => string;
  /** The agent for a person who has chosen none. */
  readonly agentFor: (folder: string) => Agent;
  readonly reportFor: (workspace: string) => WorkspaceReport;
  readonly onProblem: (error: unknown) => void;
  readonly idleMs?: number | undefined;
}

interface Opened {
  readonly session: WorkbenchSession;
  readonly feed: Feed;
  readonly saved: SavedWorkspace;
}

/** The workbenches of this process. */
export class FileWorkbenches implements Workbenches {
  readonly #parts: WorkbenchesParts;
  readonly #open = new Map<string, Promise<Opened>>();
  readonly #roots = new Map<string, string>();
  readonly #sessions = new Set<WorkbenchSession>();

  constructor(parts: WorkbenchesParts) {
    this.#parts = parts;
  }

  async open(folder: string): Promise<Workbench> {
    const { host, store } = this.#parts;
    // The same for as long as this process lives, whatever becomes of the folders: a page that is open acts on what it shows.
    const root = this.#roots.get(folder) ?? folderRoot(folder, host);
    this.#roots.set(folder, root);
    const id = store.idOf(root);
    const opening = this.#open.get(id) ?? this.#opened(id, root);
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return (await opening).session;
  }

  /** Reads what a page will probably ask for: what is saved of the folder, and of the workspace that was used last. */
  async readAhead(folder: string): Promise<void> {
    const { host, store } = this.#parts;
    const [last] = await store.known();
    const roots = new Set([rootOf(folder, host), ...(last === undefined ? [] : [last.root])]);
    for (const root of roots) await store.readAhead(root);
  }

  known(): Promise<readonly KnownWorkspace[]> {
    return this.#parts.store.known();
  }

  async clear(workspace: string): Promise<void> {
    const opened = await this.#open.get(workspace);
    if (opened === undefined) return this.#parts.store.clear(workspace);
    const { session, saved } = opened;
    if (session.isActive)
      throw new SessionError(
        "busy",
        "An agent works in this folder, or waits for your answer. Stop it first; nothing was cleared.",
      );
    await session.forget();
    const { shown } = session;
    await shown.save([...emptied(shown.state), ...forgotten]);
    // Last: an empty workbench is not saved.
    await saved.clear();
    shown.step("empty");
  }

  async follow(): Promise<void> {
    await this.#parts.store.follow();
    await this.#showFound();
  }

  async unlock(passphrase: string): Promise<void> {
    await this.#parts.store.unlock(passphrase);
    await this.#showFound();
  }

  /** What could not be read before. */
  async #showFound(): Promise<void> {
    for (const opening of this.#open.values()) {
      const { session, feed } = await opening;
      const { shown } = session;
      // A conversation that has begun without it continues.
      if (!isNothing(shown.state) || shown.state.draft !== null) continue;
      // It looks for itself.
      if (shown.saving.state === "read-only") continue;
      session.reset();
      if (feed.listenerCount > 0) await session.act({ type: "connect" });
    }
  }

  async renewKey(passphrase: string | null): Promise<KeyRenewal> {
    const unlocking = passphrase === null ? null : ({ kind: "passphrase", passphrase } as const);
    const { resealed, left } = await this.#parts.store.rotateKeys(unlocking);
    return { renewed: resealed, left };
  }

  get runningCount(): number {
    return [...this.#sessions].filter(({ isWorking }) => isWorking).length;
  }

  async close(graceMs = 0): Promise<void> {
    const opened = await Promise.all([...this.#open.values()].map((one) => one.catch(() => null)));
    const ends = await Promise.allSettled(opened.map((one) => one?.session.close(graceMs)));
    this.#open.clear();
    this.#sessions.clear();
    // Not before the others are saved.
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }

  async #opened(id: string, root: string): Promise<Opened> {
    const { store, agentFor, reportFor, host } = this.#parts;
    const report = reportFor(id);
    let feed: Feed | null = null;
    let session: WorkbenchSession | null = null;
    const saved = await store.open(root, {
      saved: (save) => report.saved(save, session?.shown.state ?? nothingSaved),
      failed: (failure) => report.failed(failure),
      saving: (saving) => {
        const isTakenOver = feed?.saving.state === "read-only" && saving.state === "on";
        feed?.setSaving(saving);
        if (isTakenOver) session?.takeOver();
      },
      found: () => session?.look(),
    });
    const usualChoice = (): Choice => ({ agent: agentFor(root), settings: noSettings });
    feed = new Feed({ id, root, epoch: crypto.randomUUID() }, saved, usualChoice);
    session = new WorkbenchSession({ ...this.#parts, feed, saved, report, usualChoice });
    const { shown } = session;
    shown.step(isNothing(saved.state) ? "empty" : "loaded");
    const known = "backup" in saved.outcome ? await store.known() : [];
    const problem = problemIn(saved.outcome, known.find((one) => one.id === id)?.failures.load ?? 0);
    if ("backup" in saved.outcome)
      report.failure({ name: saved.outcome.kind }, { hadBackup: hasBackup(saved.outcome) });
    if (problem !== null) await shown.save([bannerOf(problem, host.now(), { tone: "warning" })]);
    this.#sessions.add(session);
    return { session, feed, saved };
  }
}

const forgotten = [
  { type: "thread", thread: null },
  { type: "draft", draft: null },
  { type: "choice", choice: null },
  { type: "telemetry", telemetry: nothingSaved.telemetry },
  { type: "banner", banner: null },
  { type: "remembered", approvals: [] },
  { type: "notes", notes: [] },
] as const;

/** A folder that is gone may come back; a file is none. */
function folderRoot(folder: string, host: Pick<Host, "files">): string {
  const { files } = host;
  if (files.stamp(folder) !== null && files.stamp(`${folder}/.`) === null)
    throw new SessionError("bad-use", `${folder} is not a folder. Open a folder.`);
  return rootOf(folder, host);
}

/** The worktree of the folder, else the folder itself. */
function rootOf(folder: string, { files }: Pick<Host, "files">): string {
  const real = files.real(folder);
  const { roots } = projectOf(real, files);
  const inside = roots.filter((root) => real === root || real.startsWith(`${root}/`));
  return inside.toSorted((a, b) => b.length - a.length)[0] ?? real;
}

/** So many loads that fail in a row are no accident. */
const manyFailures = 3;

/** What a person must know about what was found; `saving` says the rest. `failures`: loads that failed in a row. */
function problemIn(outcome: LoadOutcome, failures: number): string | null {
  if (outcome.kind === "restored") return outcome.detail;
  if (!("backup" in outcome)) return null;
  const { kind, detail, backup } = outcome;
  const said = backup === null ? detail : `${detail} The old file is kept: ${backup}`;
  if (kind !== "corrupt" || failures < manyFailures) return said;
  return `${said} This is the ${ordinal(failures)} time in a row: check the disk, and what else writes to that folder. Saving stays on; Options turns it off.`;
}

function ordinal(number: number): string {
  const tens = number % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

function hasBackup(outcome: LoadOutcome): boolean {
  return "backup" in outcome && outcome.backup !== null;
}
