import {
  type ActionResult,
  type Answer,
  type Choice,
  type QueuedApproval,
  type SavedState,
  SessionError,
  type SessionId,
  type ShownChange,
  type WorkbenchAction,
} from "@reprise/model";
import { checkAnswer, nobodyWaits } from "./check-answer.ts";
import { DiffReview } from "./diff-review.ts";
import { draftOf } from "./draft-of.ts";
import type { Feed } from "./feed.ts";
import type { WorkbenchParts } from "./parts.ts";
import type { ResumeReport } from "./resume-report.ts";
import { Sending } from "./sending.ts";
import { noActivity, ShownState } from "./shown-state.ts";
import { ThreadRuns } from "./thread-runs.ts";

export const done: ActionResult = { undo: null, message: null };

/** What a person does in a conversation; the rest chooses another one. */
export type ConversationAction = Exclude<WorkbenchAction, { type: "show" | "follow" | "switch" | "leave" | "new" }>;

export interface ConversationParts extends Omit<WorkbenchParts, "shown"> {
  readonly feed: Feed;
  readonly report: ResumeReport;
  /** For a person who has chosen none. */
  readonly usualChoice: () => Choice;
  /** Runs what acts on a thread or on files after whatever does so now. */
  readonly inTurn: <Value>(act: () => Promise<Value>) => Promise<Value>;
  readonly isClosing: () => boolean;
  /** Its run has ended by itself. */
  readonly onLost: (conversation: Conversation) => void;
}

/** One thread with everything around it. Several may run; one is shown. */
export class Conversation {
  readonly id: string;
  readonly shown: ShownState;
  readonly runs: ThreadRuns;
  readonly #parts: ConversationParts & WorkbenchParts;
  readonly #sending: Sending;
  readonly #diffs: DiffReview;

  constructor(id: string, state: SavedState, given: ConversationParts) {
    this.id = id;
    this.shown = new ShownState(given.feed, state);
    const parts = { ...given, shown: this.shown };
    this.#parts = parts;
    this.runs = new ThreadRuns(parts, parts.report, () => parts.onLost(this));
    this.#sending = new Sending(parts, this.runs);
    this.#diffs = new DiffReview(parts, {
      isOpen: (request) => this.runs.run?.requestOf(request) != null,
      answer: (request, isYes) => this.#answer(request, { decision: isYes ? "once" : "decline" }),
    });
  }

  get session(): SessionId | null {
    return this.shown.state.thread?.session ?? null;
  }

  async act(action: ConversationAction): Promise<ActionResult> {
    const { inTurn } = this.#parts;
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
        this.runs.controls().decide(action.question, action.isYes);
        return done;
      case "interrupt":
        if (this.runs.run === null) this.runs.controls();
        await this.runs.run?.interrupt();
        return done;
      case "ask-again":
        return this.#expired(action.approval, (approval) => ({
          type: "approval",
          approval: { ...approval, state: "again" },
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
        return inTurn(() => this.#diffs.decide(action.diff, action.type));
      case "undo":
        return inTurn(() => this.#diffs.undo(action.id));
      case "send":
        return this.#sending.send(action);
      case "retry":
        return inTurn(() => this.#sending.retry());
      case "connect":
        return inTurn(async () => {
          await this.runs.connect();
          return done;
        });
      case "consent":
        return inTurn(() => this.#sending.consent(action.plan, action.consent));
      case "end":
        return inTurn(async () => {
          await this.runs.leave();
          this.shown.setActivity(noActivity);
          return done;
        });
      case "forget":
        return this.#forget(action.hash);
    }
  }

  async #save(changes: readonly ShownChange[]): Promise<ActionResult> {
    await this.shown.save(changes);
    return done;
  }

  async #answer(id: string, answer: Answer): Promise<void> {
    const approval = this.#approval(id);
    const controls = this.runs.controls();
    const request = this.runs.run?.requestOf(id) ?? null;
    checkAnswer(approval, answer, request !== null);
    if (request === null) throw nobodyWaits();
    // Intent before effect: after a kill, what was allowed is not shown as never run.
    const { decision } = answer;
    await this.#save([{ type: "approval", approval: { ...approval, state: "answered", decision } }]);
    if (this.runs.run?.requestOf(id) !== request) throw nobodyWaits();
    controls.answer(request, answer);
    const { hash, subject } = approval.request;
    if (answer.decision !== "session" || hash === null) return;
    const others = this.shown.state.remembered.filter((one) => one.hash !== hash);
    await this.#save([{ type: "remembered", approvals: [...others, { hash, subject, source: "saved" }] }]);
  }

  async #forget(hash: string): Promise<ActionResult> {
    const { shown } = this;
    const { runner } = this.#parts;
    const session = shown.state.thread?.session ?? null;
    if (session === null) throw new SessionError("refused", "There is no session yet.");
    await runner.revoke(session, hash);
    const approvals = shown.state.remembered.filter((one) => one.hash !== hash);
    return this.#save([{ type: "remembered", approvals }]);
  }

  async #expired(id: string, change: (approval: QueuedApproval) => ShownChange): Promise<ActionResult> {
    const approval = this.#approval(id);
    if (approval.state !== "expired" && approval.state !== "again")
      throw new SessionError("refused", "This request is not expired. Answer it.");
    return this.#save([change(approval)]);
  }

  #approval(id: string): QueuedApproval {
    const approval = this.shown.state.approvals.find((one) => one.id === id);
    if (approval === undefined) throw new SessionError("not-found", "This request is no longer here.");
    return approval;
  }
}
