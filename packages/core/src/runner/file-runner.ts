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
import { approvalsUnder, recordedSettings } from "../restore/plan.ts";
import { dismissalsIn } from "../runs/dismissals.ts";
import type { RunPlace } from "../runs/open-run.ts";
import { addReply } from "../runs/replies.ts";
import { type RunStart, type RunTask, startRun } from "../runs/start-run.ts";
import { StartedRuns } from "../runs/started-runs.ts";
import { watchedRun } from "../runs/watched-run.ts";
import { Desk, type DeskParts } from "./desk.ts";
import { dismiss, dismissalOf, dismissedCount } from "./dismissing.ts";
import { offerIn } from "./offer.ts";
import { planFor } from "./planner.ts";
import { promptKeeper } from "./prompt-keeper.ts";
import { restore, runOf } from "./restorer.ts";
import { filesOf, rewindPlace } from "./rewinding.ts";
import { runNew } from "./run-new.ts";
import { statusRows } from "./status.ts";
import { leftPrompts } from "./unsent.ts";

/** Runs on this machine, journalled below the state folder. */
export class FileRunner implements Runner {
  readonly #desk: Desk;
  readonly #started = new StartedRuns();
  readonly #close: () => void;

  constructor({ close, ...parts }: DeskParts & { readonly close: () => void }) {
    this.#close = close;
    this.#desk = new Desk(parts);
  }

  get #place(): RunPlace {
    return this.#desk.place;
  }

  async run(wish: RunWish): Promise<StartedRun> {
    const { agent, cwd, scope, stays = false } = wish;
    const run = this.#place.newId() as RunId;
    const target = { mode: "new", session: null, agent, cwd, scope } as const;
    return this.#start({ id: run, stays, target }, (task) => runNew({ run, wish, task }, this.#desk));
  }

  #start(
    start: Pick<RunStart, "id" | "stays" | "target">,
    work: (task: RunTask) => Promise<RestoreEvent>,
  ): StartedRun {
    const begin = { ...start, place: this.#place, prompts: promptKeeper(this.#desk) };
    const started: StartedRun = startRun(begin, async (task) => {
      try {
        return await work(task);
      } finally {
        this.#started.end(started);
      }
    });
    this.#started.add(started);
    return started;
  }

  async runs(scope?: RunScope): Promise<readonly RunState[]> {
    return this.#desk.runs(null, scope);
  }

  async attach(run: RunId): Promise<Run> {
    const active = this.#started.active(run);
    if (active) return active;
    const found = (await this.#desk.runs()).find((one) => one.run === run);
    const ended = this.#started.ended(run);
    // Another process may have continued it since.
    if (ended && found?.status !== "running") return ended;
    if (!found)
      throw new SessionError("not-found", `There is no run ${run}. List runs with: reprise status --all`);
    return watchedRun(found, this.#desk.host);
  }

  offer(scope: RunScope): Promise<Offer | null> {
    return this.#desk.library.atOnce(() => offerIn(scope, this.#desk));
  }

  async decline(run: RunId): Promise<void> {
    this.#desk.keepReply({ type: "offer-declined", run });
  }

  plan(session: string, wish: Wish): Promise<RestorePlan> {
    return this.#desk.library.atOnce(() => planFor(session, wish, this.#desk));
  }

  async restore(plan: RestorePlan, consent: Consent): Promise<StartedRun> {
    const run = await runOf(plan, this.#desk);
    const cwd = plan.settings.cwd ?? this.#desk.host.homeFolder;
    const mode = plan.mode === null || plan.mode === "handoff" ? "resume" : plan.mode;
    const target = { mode, session: plan.session, agent: plan.target, cwd };
    return this.#start({ id: run, stays: consent.stays ?? false, target }, (task) =>
      restore({ run, plan, consent, task }, this.#desk),
    );
  }

  filesAt(session: string, turn: number): Promise<FilesPlan> {
    return filesOf(session, turn, this.#desk);
  }

  async rewindFiles(plan: FilesPlan): Promise<string> {
    return rewindFiles(plan, await rewindPlace(plan.session, this.#desk));
  }

  async undoRewind(id: string): Promise<readonly string[]> {
    const { session } = loadManifest(this.#place.stateFolder, id, this.#desk.host.files);
    return undoRewind(id, await rewindPlace(session, this.#desk));
  }

  async status(scope: Scope): Promise<readonly StatusRow[]> {
    const { library, host, driverOf } = this.#desk;
    const place = scope === "all" ? null : scope.workspace;
    const runs = await this.#desk.runs(place);
    const remotes = this.#desk.remotesOf(place);
    const isHere = (run: RunState) => place === null || !isFrankies(run) || isAboutOneOf(run.scope, remotes);
    // The processes of the machine are looked at once an agent, not once a session.
    const known = new Map<Agent, LeftRunning>();
    const leftBy = (agent: Agent) => {
      const left = known.get(agent) ?? leftRunning(driverOf(agent), host);
      known.set(agent, left);
      return left;
    };
    const isInScope = (cwd: string) =>
      place === null || scopeFolder(this.#desk.scopeOf(cwd)) === scopeFolder(this.#desk.scopeOf(place));
    return library.atOnce(async () => {
      const { unsent } = await leftPrompts(this.#desk, runs);
      const here = unsent.filter(({ cwd }) => isInScope(cwd));
      const dismissals = dismissalsIn(this.#desk.replies());
      const lostPrompt = async (run: RunState, session: SessionId) => {
        const cwd = run.settings.cwd ?? run.workspace;
        if (isFrankies(run) || cwd === null || !isInScope(cwd)) return null;
        const recorded = await library.recorded(session);
        return (await this.#desk.evidence(recorded, await this.#desk.history(recorded))).unsentPrompt;
      };
      return statusRows(scope, { library, runs, isHere, leftBy, host, unsent: here, dismissals, lostPrompt });
    });
  }

  dismissedCount(scope: Scope): Promise<number> {
    return this.#desk.library.atOnce(() => dismissedCount(scope, this.#desk));
  }

  dismissal(session: string): Promise<Dismissal> {
    return dismissalOf(session, this.#desk);
  }

  dismiss(session: string, isDismissed: boolean): Promise<Dismissal> {
    return dismiss(session, isDismissed, this.#desk);
  }

  async running(session: string): Promise<RunState | null> {
    const { session: found } = await this.#desk.library.recorded(session);
    const runs = await this.#desk.runs();
    const live = runs.find(
      (run) => run.agent === found.agent && run.thread === found.thread && run.status === "running",
    );
    return live?.process ? live : null;
  }

  async cancel(session: string): Promise<RunState | null> {
    const live = await this.running(session);
    if (live?.process) this.#desk.host.processes.interrupt(live.process.pid);
    return live;
  }

  async approvals(session: string): Promise<readonly KeptApproval[]> {
    const recorded = await this.#desk.library.recorded(session);
    const evidence = await this.#desk.evidence(recorded, await this.#desk.history(recorded));
    return approvalsUnder(evidence, recordedSettings(recorded.about));
  }

  async grant(session: string, { hash, subject }: Pick<KeptApproval, "hash" | "subject">): Promise<void> {
    const { session: found } = await this.#desk.library.recorded(session);
    const reply = { type: "approval-kept", session: found.id, hash, subject, run: "" as RunId } as const;
    addReply(this.#place.stateFolder, reply, this.#desk.host);
  }

  async revoke(session: string, hash: string): Promise<void> {
    const { session: found } = await this.#desk.library.recorded(session);
    addReply(this.#place.stateFolder, { type: "approval-revoked", session: found.id, hash }, this.#desk.host);
  }

  warnings(): readonly Warning[] {
    return this.#desk.warnings();
  }

  close(): void {
    this.#close();
  }
}
