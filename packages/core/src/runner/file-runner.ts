import type {
  Agent,
  Consent,
  Dismissal,
  FilesPlan,
  KeptApproval,
  Offer,
  RestoreEvent,
  RestorePlan,
  Run,
  RunId,
  Runner,
  RunScope,
  RunState,
  RunWish,
  Scope,
  SessionId,
  StartedRun,
  StatusRow,
  Warning,
  Wish,
} from "@reprise/model";
import { SessionError } from "@reprise/model";
import { isAboutOneOf } from "../journal/frankie/remote-repository.ts";
import { isFrankies } from "../journal/frankie/run-id.ts";
import { scopeFolder } from "../journal/journal-name.ts";
import { loadManifest } from "../restore/files/manifest.ts";
import { rewindFiles } from "../restore/files/rewind.ts";
import { undoRewind } from "../restore/files/undo.ts";
import { type LeftRunning, leftRunning } from "../restore/left-running.ts";
import { approvalsUnder, recordedSettings } from "../restore/plan-resume.ts";
import { dismissalsIn } from "../runs/dismissals.ts";
import type { RunEnvironment } from "../runs/open-run.ts";
import { addReply } from "../runs/saved-replies.ts";
import { type RunStart, type RunTask, startRun } from "../runs/start-run.ts";
import { StartedRuns } from "../runs/started-runs.ts";
import { requestStop } from "../runs/stop-request.ts";
import { watchedRun } from "../runs/watched-run.ts";
import { dismiss, dismissalOf, dismissedCount } from "./dismiss.ts";
import { EndingOwners } from "./ending-owners.ts";
import { EvidenceReader, type EvidenceReaderParts } from "./evidence-reader.ts";
import { offerIn } from "./offer.ts";
import { planFor } from "./planner.ts";
import { promptKeeper } from "./prompt-keeper.ts";
import { restore, runOf } from "./restore.ts";
import { runNew } from "./run-new.ts";
import { rewindStore, sessionFiles } from "./session-files.ts";
import { statusRows } from "./status-rows.ts";
import { unsentPrompts } from "./unsent-prompts.ts";

/** Runs on this machine, journalled in the state folder. */
export class FileRunner implements Runner {
  readonly #reader: EvidenceReader;
  readonly #endingOwners: EndingOwners;
  readonly #started = new StartedRuns();
  readonly #close: () => void;

  constructor({ close, ...parts }: EvidenceReaderParts & { readonly close: () => void }) {
    this.#close = close;
    this.#reader = new EvidenceReader(parts);
    this.#endingOwners = new EndingOwners(this.#reader);
  }

  get #environment(): RunEnvironment {
    return this.#reader.environment;
  }

  async run(wish: RunWish): Promise<StartedRun> {
    const { agent, cwd, scope, stays = false } = wish;
    const run = this.#environment.newId() as RunId;
    const target = { mode: "new", session: null, agent, cwd, scope } as const;
    return this.#start({ id: run, stays, target }, (task) => runNew({ run, wish, task }, this.#reader));
  }

  #start(
    start: Pick<RunStart, "id" | "stays" | "target">,
    work: (task: RunTask) => Promise<RestoreEvent>,
    plan?: RestorePlan,
  ): StartedRun {
    const begin = { ...start, environment: this.#environment, prompts: promptKeeper(this.#reader) };
    const run = startRun(begin, async (task) => {
      try {
        return await work(task);
      } finally {
        this.#started.end(started);
      }
    });
    const started: StartedRun = { ...run, plan };
    this.#started.add(started);
    return started;
  }

  async runs(scope?: RunScope): Promise<readonly RunState[]> {
    return this.#reader.runs(null, scope);
  }

  async attach(run: RunId): Promise<Run> {
    const active = this.#started.active(run);
    if (active) return active;
    const found = (await this.#reader.runs()).find((one) => one.run === run);
    const ended = this.#started.ended(run);
    // Another process may have continued it since.
    if (ended && found?.status !== "running") return ended;
    if (!found) throw new SessionError("not-found", `There is no run ${run}. List runs with: reprise status --all`);
    return watchedRun(found, this.#reader.host);
  }

  async offer(scope: RunScope, isAsked = false): Promise<Offer | null> {
    const { library } = this.#reader;
    const look = () => library.atOnce(() => offerIn(scope, isAsked, this.#reader));
    return (await this.#endingOwners.waitedFor(look)).offer;
  }

  async decline(run: RunId): Promise<void> {
    this.#reader.keepReply({ type: "offer-declined", run });
  }

  plan(session: string, wish: Wish): Promise<RestorePlan> {
    const { library } = this.#reader;
    return this.#endingOwners.waitedFor(() => library.atOnce(() => planFor(session, wish, this.#reader)));
  }

  async restore(plan: RestorePlan, consent: Consent): Promise<StartedRun> {
    const run = await runOf(plan, this.#reader);
    const cwd = plan.settings.cwd ?? this.#reader.host.homeFolder;
    const mode = plan.mode === null || plan.mode === "handoff" ? "resume" : plan.mode;
    const target = { mode, session: plan.session, agent: plan.target, cwd };
    const start = { id: run, stays: consent.stays ?? false, target };
    return this.#start(start, (task) => restore({ run, plan, consent, task }, this.#reader), plan);
  }

  async filesAt(session: string, turn: number): Promise<FilesPlan> {
    await this.#endingOwners.waitedFor(() => this.#reader.library.find(session));
    return sessionFiles(session, turn, this.#reader);
  }

  async rewindFiles(plan: FilesPlan, id?: string): Promise<string> {
    return rewindFiles(plan, await rewindStore(plan.session, this.#reader), id);
  }

  async undoRewind(id: string): Promise<readonly string[]> {
    const { session } = loadManifest(this.#environment.stateFolder, id, this.#reader.host.files);
    return undoRewind(id, await rewindStore(session, this.#reader));
  }

  async status(scope: Scope): Promise<readonly StatusRow[]> {
    const { library, host, driverOf } = this.#reader;
    const place = scope === "all" ? null : scope.workspace;
    const runs = await this.#reader.runs(place);
    const remotes = this.#reader.remotesOf(place);
    const isHere = (run: RunState) => place === null || !isFrankies(run) || isAboutOneOf(run.scope, remotes);
    // Scans processes once per agent, not per session.
    const known = new Map<Agent, LeftRunning>();
    const leftBy = (agent: Agent) => {
      const left = known.get(agent) ?? leftRunning(driverOf(agent), host);
      known.set(agent, left);
      return left;
    };
    const isInScope = (cwd: string) =>
      place === null || scopeFolder(this.#reader.scopeOf(cwd)) === scopeFolder(this.#reader.scopeOf(place));
    return library.atOnce(async () => {
      const { unsent } = await unsentPrompts(this.#reader, runs);
      const here = unsent.filter(({ cwd }) => isInScope(cwd));
      const dismissals = dismissalsIn(this.#reader.replies());
      const lostPrompt = async (run: RunState, session: SessionId) => {
        const cwd = run.settings.cwd ?? run.workspace;
        if (isFrankies(run) || cwd === null || !isInScope(cwd)) return null;
        const recorded = await library.recorded(session);
        return (await this.#reader.evidence(recorded, await this.#reader.history(recorded))).unsentPrompt;
      };
      return statusRows(scope, { library, runs, isHere, leftBy, host, unsent: here, dismissals, lostPrompt });
    });
  }

  dismissedCount(scope: Scope): Promise<number> {
    return this.#reader.library.atOnce(() => dismissedCount(scope, this.#reader));
  }

  dismissal(session: string): Promise<Dismissal> {
    return dismissalOf(session, this.#reader);
  }

  dismiss(session: string, isDismissed: boolean): Promise<Dismissal> {
    return dismiss(session, isDismissed, this.#reader);
  }

  async running(session: string): Promise<RunState | null> {
    const { session: found } = await this.#reader.library.recorded(session);
    const runs = await this.#reader.runs();
    const live = runs.find(
      (run) => run.agent === found.agent && run.thread === found.thread && run.status === "running",
    );
    return live?.process ? live : null;
  }

  async cancel(session: string): Promise<RunState | null> {
    const live = await this.running(session);
    const { stateFolder, host } = this.#environment;
    if (live?.turn === "open") requestStop(live.run, stateFolder, host);
    return live;
  }

  async approvals(session: string): Promise<readonly KeptApproval[]> {
    const recorded = await this.#reader.library.recorded(session);
    const evidence = await this.#reader.evidence(recorded, await this.#reader.history(recorded));
    return approvalsUnder(evidence, recordedSettings(recorded.about));
  }

  async grant(session: string, { hash, subject }: Pick<KeptApproval, "hash" | "subject">): Promise<void> {
    const { session: found } = await this.#reader.library.recorded(session);
    const reply = { type: "approval-kept", session: found.id, hash, subject, run: "" as RunId } as const;
    addReply(this.#environment.stateFolder, reply, this.#reader.host);
  }

  async revoke(session: string, hash: string): Promise<void> {
    const { session: found } = await this.#reader.library.recorded(session);
    addReply(this.#environment.stateFolder, { type: "approval-revoked", session: found.id, hash }, this.#reader.host);
  }

  warnings(): Promise<readonly Warning[]> {
    return this.#reader.warnings();
  }

  close(): void {
    this.#close();
  }
}
