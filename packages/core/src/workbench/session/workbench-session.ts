import { join } from "node:path";
import {
  type ActionResult,
  type Answer,
  type Choice,
  type DiffDocument,
  type ExecOutput,
  type PromptInput,
  processWords,
  type QueuedApproval,
  type SavedChange,
  SessionError,
  type Workbench,
  type WorkbenchAction,
  type WorkbenchEntry,
  type WorkbenchNews,
  type WorkbenchView,
} from "@reprise/model";
import { keepImage } from "../files/prompt-images.ts";
import { RecentFiles } from "../files/recent-files.ts";
import type { SavedWorkspace } from "../store/workspace-store.ts";
import { askedBefore } from "./asked-before.ts";
import { checkAnswer, nobodyWaits } from "./check-answer.ts";
import { DiffReview } from "./diff-review.ts";
import { draftOf } from "./draft-of.ts";
import type { WorkbenchParts } from "./parts.ts";
import type { ResumeReport } from "./resume-report.ts";
import { SharedSend } from "./shared-send.ts";
import { noActivity } from "./shown-state.ts";
import { ThreadRuns } from "./thread-runs.ts";

export interface SessionParts extends WorkbenchParts {
  readonly saved: SavedWorkspace;
  readonly report: ResumeReport;
  /** For a person who has chosen none. */
  readonly usualChoice: () => Choice;
  /** How long an idle agent without a page is kept. */
  readonly idleMs?: number | undefined;
}

const done: ActionResult = { undo: null, message: null };
const usualIdleMs = 10 * 60_000;
/** A page takes about that long to show what it is given. */
const beginMs = 150;

/** The workbench of one workspace. */
export class WorkbenchSession implements Workbench {
  readonly id: string;
  readonly root: string;
  readonly #parts: SessionParts;
  readonly #runs: ThreadRuns;
  readonly #diffs: DiffReview;
  readonly #files: RecentFiles;
  readonly #sends = new SharedSend();
  /** What acts on the thread or on files: one after the other. */
  #acting: Promise<unknown> = Promise.resolve();
  #hasPage = false;
  #isClosing = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.id = parts.shown.id;
    this.root = parts.shown.root;
    this.#files = new RecentFiles(this.root, parts.host);
    const onLost = () => {
      if (this.#isClosing) return;
      const take = () => (this.#isReadOnly ? this.#runs.watch() : this.#runs.takeLost());
      void this.#inTurn(take).catch(parts.onProblem);
    };
    this.#runs = new ThreadRuns(parts, parts.report, onLost);
    this.#diffs = new DiffReview(parts, {
      isOpen: (request) => this.#runs.run?.requestOf(request) != null,
      answer: (request, isYes) => this.#answer(request, { decision: isYes ? "once" : "decline" }),
      note: async (text) => {
        const { shown } = parts;
        await shown.save([{ type: "notes", notes: [...shown.state.notes, text] }]);
      },
    });
  }

  async view(): Promise<WorkbenchView> {
    return this.#parts.shown.view();
  }

  /** The first page makes the workbench continue its thread. */
  async *news(...given: Parameters<Workbench["news"]>): AsyncGenerator<WorkbenchNews> {
    if (!this.#hasPage) {
      this.#hasPage = true;
      // What is saved is on the screen first: continuing keeps this process and the agent's busy.
      setTimeout(() => void this.#inTurn(() => this.#begin()).catch(this.#parts.onProblem), beginMs).unref();
    }
    clearTimeout(this.#idle);
    try {
      yield* this.#parts.shown.news(...given);
    } finally {
      if (this.#parts.shown.listenerCount === 0) this.#waitForPages();
    }
  }

  async #begin(): Promise<void> {
    const { state } = this.#parts.shown.connection;
    // Or the person was faster.
    if (this.#isClosing || (state !== "stale" && state !== "live")) return;
    await (this.#isReadOnly ? this.#runs.watch() : this.#runs.connect());
  }

  async earlier(before: string, limit: number): Promise<readonly WorkbenchEntry[]> {
    const { entries } = this.#parts.shown.state;
    const at = entries.findIndex(({ id }) => id === before);
    return at === -1 ? [] : entries.slice(Math.max(0, at - limit), at);
  }

  async output(exec: string): Promise<ExecOutput | null> {
    const { outputs } = this.#parts.shown.state;
    return Object.hasOwn(outputs, exec) ? (outputs[exec] ?? null) : null;
  }

  async document(diff: string, path: string): Promise<DiffDocument | null> {
    const found = this.#parts.shown.state.diffs.find(({ id }) => id === diff);
    return found?.documents.find((one) => one.path === path) ?? null;
  }

  async files(letters: string): Promise<readonly string[]> {
    return this.#files.matching(letters);
  }

  async keepImage(bytes: Uint8Array): Promise<PromptInput> {
    this.#checkWritable();
    return keepImage(join(this.#parts.stateFolder, "workspaces", this.id, "inputs"), bytes);
  }

  async act(action: WorkbenchAction): Promise<ActionResult> {
    const { shown } = this.#parts;
    this.#checkWritable();
    switch (action.type) {
      case "draft":
        return this.#save([{ type: "draft", draft: draftOf(action) }]);
      case "choose":
        return this.#save([{ type: "choice", choice: action.choice }]);
      case "dismiss-banner":
        return this.#save([{ type: "banner", banner: null }]);
      case "answer":
        await this.#answer(action.request, action.answer);
        return done;
      case "decide":
        this.#runs.controls().decide(action.question, action.isYes);
        return done;
      case "interrupt":
        if (this.#runs.run === null) this.#runs.controls();
        await this.#runs.run?.interrupt();
        return done;
      case "ask-again":
        return this.#expired(action.approval, (approval) => ({
          ...{ type: "approval", approval: { ...approval, state: "again" } },
        }));
      case "drop":
        return this.#expired(action.approval, ({ id }) => ({
          type: "removed",
          section: "approval",
          ids: [id],
        }));
      case "select":
        await this.#diffs.select(action.diff, action.paths, action.isSelected);
        return done;
      case "refresh":
        await this.#diffs.refresh(action.diff);
        return done;
      case "apply":
      case "discard":
        return this.#inTurn(() => this.#diffs.decide(action.diff, action.type));
      case "undo":
        return this.#inTurn(() => this.#diffs.undo(action.id));
      case "send": {
        const { draft } = shown.state;
        const inTurn = () => this.#inTurn(() => this.#send(action, draft));
        const send = action.steers ? () => this.#steer(action.text) : inTurn;
        return this.#sends.send(action, send, () => shown.number);
      }
      case "retry":
      case "connect":
        return this.#inTurn(() => this.#retry(action.type === "retry"));
      case "consent":
        return this.#inTurn(async () => {
          const { prompt } = await this.#runs.consent(action.plan, action.consent);
          const { draft } = shown.state;
          // What was written since stays.
          return prompt === null ? done : this.#sent(draft === null || prompt.endsWith(draft.text));
        });
      case "follow":
        return this.#inTurn(async () => {
          this.#hasPage = true;
          await this.#runs.follow(action.run);
          return done;
        });
      case "show":
        return this.#inTurn(async () => {
          await this.#runs.show(action.session);
          await this.#runs.connect();
          return done;
        });
      case "new":
        return this.#inTurn(async () => {
          await this.#runs.startNew();
          return done;
        });
      case "end":
        return this.#inTurn(async () => {
          await this.#runs.leave();
          shown.setActivity(noActivity);
          return done;
        });
      case "forget":
        return this.#forget(action.hash);
    }
  }

  /** The process that had the workspace is gone: what it saved is shown, and continued for those who look. */
  takeOver(): void {
    const { shown, saved, onProblem } = this.#parts;
    shown.reset(saved.state);
    this.#hasPage = shown.listenerCount > 0;
    if (this.#hasPage) void this.#inTurn(() => this.#runs.takeOver()).catch(onProblem);
  }

  /** The process that has the workspace has saved more. */
  look(): void {
    const { saved, onProblem } = this.#parts;
    const look = async () => {
      if (this.#isReadOnly) await this.#runs.look(saved.state);
    };
    void this.#inTurn(look).catch(onProblem);
  }

  get isWorking(): boolean {
    return this.#runs.run?.isWorking ?? false;
  }

  /** Takes no more prompts, gives a working run that long, and saves everything. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#idle);
    if (this.isWorking && graceMs > 0) await this.#runs.run?.rested(graceMs);
    await this.#runs.close();
    await this.#parts.saved.close();
  }

  /** Another process has the workspace: an agent that it started could not be answered here. */
  get #isReadOnly(): boolean {
    return this.#parts.saved.saving().state === "read-only";
  }

  #checkWritable(): void {
    if (!this.#isReadOnly) return;
    const { owner } = this.#parts.saved.saving();
    const who = owner === null ? "Another process" : processWords(owner);
    throw new SessionError("busy", `${who} has this workspace. It can only be read here.`);
  }

  async #save(changes: readonly SavedChange[]): Promise<ActionResult> {
    await this.#parts.shown.save(changes);
    return done;
  }

  #inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const acting = this.#acting.then(act);
    this.#acting = acting.catch(() => undefined); // its caller is told
    return acting;
  }

  /** `draft`: as it was when the person sent. */
  async #send(
    { text, inputs }: WorkbenchAction & { type: "send" },
    draft: WorkbenchView["draft"],
  ): Promise<ActionResult> {
    if (this.#isClosing) throw new SessionError("refused", "Reprise is shutting down. Your text is kept.");
    const { shown, usualChoice } = this.#parts;
    if (text.trim() === "") throw new SessionError("bad-use", "There is nothing to send.");
    const notes = [...shown.state.notes, ...this.#asksAgain().map(askedBefore)];
    const prompt = [...notes, text].join("\n\n");
    const choice = shown.state.choice ?? usualChoice();
    const { isSent } = await this.#runs.send(prompt, inputs, choice);
    if (!isSent) {
      const { planId, detail } = shown.connection;
      const why = planId === null && detail !== null ? detail : "This needs your consent first.";
      return { undo: null, message: `${why} Your text is kept.` };
    }
    // Not what was typed meanwhile, or came back from an agent that has just ended.
    const now = shown.state.draft;
    return this.#sent(now === draft || now?.text === text);
  }

  /** The agent has what was to be said with a prompt. */
  #sent(isDraft: boolean): Promise<ActionResult> {
    const ids = this.#asksAgain().map(({ id }) => id);
    const hasNotes = this.#parts.shown.state.notes.length > 0;
    return this.#save([
      ...(hasNotes ? [{ type: "notes", notes: [] } as const] : []),
      ...(isDraft ? [{ type: "draft", draft: null } as const] : []),
      ...(ids.length > 0 ? [{ type: "removed", section: "approval", ids } as const] : []),
    ]);
  }

  #asksAgain(): readonly QueuedApproval[] {
    return this.#parts.shown.state.approvals.filter(({ state }) => state === "again");
  }

  async #steer(text: string): Promise<ActionResult> {
    const { activity } = this.#parts.shown;
    if (activity.phase === "working" && !activity.canSteer)
      throw new SessionError(
        "refused",
        "This agent takes no input during a turn. Send it for the next turn.",
      );
    await this.#runs.controls().steer(text);
    return this.#save([{ type: "draft", draft: null }]);
  }

  /** Sends the last prompt again only if no log has it; else connects. */
  async #retry(hasBanner: boolean): Promise<ActionResult> {
    const { shown } = this.#parts;
    // Another page was faster: the prompt would be sent twice.
    if (hasBanner && !shown.state.banner?.canRetry) return done;
    const view = this.#runs.run?.view;
    if (view === undefined) {
      await this.#runs.connect();
    } else if (hasBanner && view.lastPrompt !== null) {
      if (view.lastPrompt.isPersisted)
        throw new SessionError(
          "refused",
          "Your prompt is already in the session and would be sent twice. Write what to do next, for example: continue.",
        );
      const { text, inputs } = view.lastPrompt;
      await this.#runs.send(text, inputs, shown.state.choice ?? this.#parts.usualChoice());
    }
    return this.#save(hasBanner ? [{ type: "banner", banner: null }] : []);
  }

  async #answer(id: string, answer: Answer): Promise<void> {
    const approval = this.#approval(id);
    const controls = this.#runs.controls();
    const request = this.#runs.run?.requestOf(id) ?? null;
    checkAnswer(approval, answer, request !== null);
    if (request === null) throw nobodyWaits();
    // Intent before effect: after a kill, what was allowed is not shown as never run.
    const { decision } = answer;
    await this.#save([{ type: "approval", approval: { ...approval, state: "answered", decision } }]);
    if (this.#runs.run?.requestOf(id) !== request) throw nobodyWaits();
    controls.answer(request, answer);
    const settings = this.#parts.shown.state.thread;
    if (answer.decision === "session" && approval.request.hash !== null && settings?.session != null)
      await this.#remember();
  }

  async #remember(): Promise<void> {
    const { shown, runner, onProblem } = this.#parts;
    const session = shown.state.thread?.session ?? null;
    if (session === null) return;
    await runner
      .approvals(session)
      .then((approvals) => shown.save([{ type: "remembered", approvals }]))
      .catch(onProblem);
  }

  async #forget(hash: string): Promise<ActionResult> {
    const { shown, runner } = this.#parts;
    const session = shown.state.thread?.session ?? null;
    if (session === null) throw new SessionError("refused", "There is no session yet.");
    await runner.revoke(session, hash);
    const approvals = shown.state.remembered.filter((one) => one.hash !== hash);
    return this.#save([{ type: "remembered", approvals }]);
  }

  async #expired(id: string, change: (approval: QueuedApproval) => SavedChange): Promise<ActionResult> {
    const approval = this.#approval(id);
    if (approval.state !== "expired" && approval.state !== "again")
      throw new SessionError("refused", "This request is not expired. Answer it.");
    return this.#save([change(approval)]);
  }

  #approval(id: string): QueuedApproval {
    const approval = this.#parts.shown.state.approvals.find((one) => one.id === id);
    if (approval === undefined) throw new SessionError("not-found", "This request is no longer here.");
    return approval;
  }

  /** Nobody looks: an idle agent is ended after a while, a working one is not. */
  #waitForPages(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#parts.shown.listenerCount > 0) return;
      if (this.#runs.run?.isWorking) return this.#waitForPages();
      this.#hasPage = false;
      void this.#inTurn(() => this.#runs.leave()).catch(this.#parts.onProblem);
    }, this.#parts.idleMs ?? usualIdleMs).unref();
  }
}
