import type {
  Agent,
  Consent,
  Controls,
  Dismissal,
  Failure,
  FilesPlan,
  KeptApproval,
  Offer,
  RestoreEvent,
  RestorePlan,
  RunEvent,
  RunId,
  Runner,
  RunState,
  RunWish,
  Scope,
  SessionId,
  StatusRow,
  UnsentPrompt,
  Warning,
  Wish,
} from "@reprise/model";
import { isPassing, sessionIdOf } from "@reprise/model";
import { DriverError } from "../agents/driving/driver.ts";
import { isAboutOneOf } from "../journal/frankie/remote-repository.ts";
import { isFrankies } from "../journal/frankie/run-id.ts";
import { scopeFolder } from "../journal/journal-name.ts";
import { loadManifest } from "../restore/files/manifest.ts";
import { rewindFiles } from "../restore/files/rewind.ts";
import { undoRewind } from "../restore/files/undo.ts";
import { type LeftRunning, leftRunning } from "../restore/left-running.ts";
import { approvalsUnder, recordedSettings } from "../restore/plan.ts";
import { converse, turn } from "../restore/resume.ts";
import { dismissalsIn } from "../runs/dismissals.ts";
import { LiveRun } from "../runs/live-run.ts";
import { noteLineage } from "../runs/note-lineage.ts";
import { openRun, type RunPlace } from "../runs/open-run.ts";
import { addReply } from "../runs/replies.ts";
import { Sayings } from "../runs/sayings.ts";
import { Desk, type DeskParts } from "./desk.ts";
import { dismiss, dismissalOf, dismissedCount } from "./dismissing.ts";
import { offerIn } from "./offer.ts";
import { newOrder } from "./orders.ts";
import { planFor } from "./planner.ts";
import { controlsOf, restore } from "./restorer.ts";
import { filesOf, rewindPlace } from "./rewinding.ts";
import { dropPrompts, saving } from "./saving.ts";
import { statusRows } from "./status.ts";
import { ownPrompts, takePrompts } from "./taking.ts";
import { leftPrompts } from "./unsent.ts";
import { withHealth } from "./with-health.ts";

/** Runs on this machine, journalled below the state folder. */
export class FileRunner implements Runner {
  readonly #desk: Desk;

  constructor(parts: DeskParts) {
    this.#desk = new Desk(parts);
  }

  get #place(): RunPlace {
    return this.#desk.place;
  }

  run(
    wish: RunWish,
    onControls: (controls: Controls) => void,
    signal: AbortSignal,
  ): AsyncGenerator<RunEvent> {
    return withHealth(this.#place, signal, (place, until) => this.#run(wish, onControls, place, until));
  }

  async *#run(
    wish: RunWish,
    onControls: (controls: Controls) => void,
    place: RunPlace,
    signal: AbortSignal,
  ): AsyncGenerator<RunEvent> {
    const { agent, cwd, prompt } = wish;
    const own = this.#isSaved(wish)
      ? []
      : saving(this.#desk)(prompt, { mode: "new", session: null, agent, cwd });
    const taken = await takePrompts(wish.carries ?? [], place, this.#desk).catch(unlessRefused);
    if (!("release" in taken)) {
      // The words are the person's again, or another process sends them.
      const same = ownPrompts(this.#desk).filter(({ text }) => text === prompt);
      dropPrompts(
        same.map(({ id }) => id),
        this.#desk,
      );
      yield { type: "run-ended", status: "failed", failure: taken };
      return;
    }
    try {
      yield* this.#runTaken(wish, own, onControls, place, signal);
    } finally {
      taken.release();
    }
  }

  /** Whether a file that the prompt carries holds all of it. */
  #isSaved({ prompt, carries = [] }: RunWish): boolean {
    return this.#desk.savedPrompts().some(({ id, text }) => carries.includes(id) && text === prompt);
  }

  async *#runTaken(
    wish: RunWish,
    own: readonly string[],
    onControls: (controls: Controls) => void,
    place: RunPlace,
    signal: AbortSignal,
  ): AsyncGenerator<RunEvent> {
    const carries = [...own, ...(await carriedBy(wish, this.#desk))];
    const run = await openRun(newOrder({ ...wish, carries }, this.#desk), place, signal).catch(unlessRefused);
    if (!(run instanceof LiveRun)) {
      if (!isPassing(run)) dropPrompts(own, this.#desk);
      yield { type: "run-ended", status: "failed", failure: run };
      return;
    }
    const sayings = wish.stays ? new Sayings() : null;
    onControls(controlsOf(run, sayings, this.#desk));
    try {
      yield { type: "run-started", run: run.id, agent: wish.agent, settings: run.thread.settings };
      if (run.thread.thread !== null) yield { type: "thread", thread: run.thread.thread, isPersisted: false };
      for await (const event of turn(run, { id: place.newId(), text: wish.prompt }, signal)) {
        if (event.type === "thread")
          noteLineage(sessionIdOf(wish.agent, event.thread), wish.lineage ?? null, place);
        yield event;
      }
      yield* converse(run, { place, sayings, signal });
    } finally {
      await run.close();
    }
    yield { type: "run-ended", status: await run.close(), failure: run.journal.state?.failure ?? null };
  }

  offer(cwd: string): Promise<Offer | null> {
    return this.#desk.library.atOnce(() => offerIn(cwd, this.#desk));
  }

  async decline(run: RunId): Promise<void> {
    this.#desk.keepReply({ type: "offer-declined", run });
  }

  plan(session: string, wish: Wish): Promise<RestorePlan> {
    return this.#desk.library.atOnce(() => planFor(session, wish, this.#desk));
  }

  restore(
    plan: RestorePlan,
    consent: Consent,
    onControls: (controls: Controls) => void,
    signal: AbortSignal,
  ): AsyncGenerator<RestoreEvent> {
    return withHealth(this.#place, signal, (place, until) =>
      restore({ place, plan, consent, onControls, signal: until }, this.#desk),
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
    this.#desk.library.close();
  }
}

/** The same words are the same prompt, however often it was tried. */
async function carriedBy({ prompt, cwd, carries = [] }: RunWish, desk: Desk): Promise<readonly string[]> {
  const { unsent, sent } = await desk.leftPrompts();
  dropPrompts(sent, desk);
  const isNamed = ({ id }: UnsentPrompt) => carries.includes(id);
  const texts = new Set([prompt, ...unsent.filter(isNamed).map(({ text }) => text)]);
  const folder = scopeFolder(desk.scopeOf(cwd));
  const same = unsent.filter(
    (one) => one.mode === "new" && texts.has(one.text) && scopeFolder(desk.scopeOf(one.cwd)) === folder,
  );
  return [...new Set([...carries, ...same.map(({ id }) => id)])];
}

/** An agent that could not be started is an outcome, and is in the journal. */
function unlessRefused(error: unknown): Failure {
  if (error instanceof DriverError) return error.failure;
  throw error;
}
