/**
 * One workbench: its conversations, what pages see of them, and what is true after a restart.
 *
 * - which conversation is meant: this file, conversations.ts; what a person can do in one: conversation.ts
 * - what is known of it by now: shown-state.ts; what pages get: feed.ts, numbered-changes.ts, view-window.ts
 * - how a prompt is sent: sending.ts; from two pages at once: shared-send.ts; given back: returned-prompts.ts
 * - runs of this process: thread-runs.ts, followed-run.ts; its view as changes: run-changes.ts; plans and consent: plan-for.ts, open-questions.ts
 * - what other processes do with the thread: other-processes.ts, attached-run.ts, mirrored-run.ts, owner-watch.ts, awaited-owner.ts
 * - the session as its log has it: history.ts, history-changes.ts, sub-agents.ts
 * - changes to review: diff-review.ts, decide-diff.ts, documents.ts; decisions that a kill cut off: settled-decisions.ts
 * - when saved state counts as true: connection.ts, settle-saved.ts, reconcile.ts; what is reported of that: resume-report.ts
 * - requests: check-answer.ts, asked-before.ts
 */

import { join } from "node:path";
import {
  type ActionResult,
  type Choice,
  type DiffDocument,
  type ExecOutput,
  type PromptInput,
  processWords,
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
import { done } from "./conversation.ts";
import { Conversations } from "./conversations.ts";
import type { Feed } from "./feed.ts";
import type { WorkbenchParts } from "./parts.ts";
import type { ResumeReport } from "./resume-report.ts";
import type { ShownState } from "./shown-state.ts";

export interface SessionParts extends Omit<WorkbenchParts, "shown"> {
  readonly feed: Feed;
  readonly saved: SavedWorkspace;
  readonly report: ResumeReport;
  /** For a person who has chosen none. */
  readonly usualChoice: () => Choice;
  /** How long an idle agent without a page is kept. */
  readonly idleMs?: number | undefined;
}

const usualIdleMs = 10 * 60_000;
/** A page takes about that long to show what it is given. */
const beginMs = 150;

/** The workbench of one workspace. */
export class WorkbenchSession implements Workbench {
  readonly id: string;
  readonly root: string;
  readonly #parts: SessionParts;
  readonly #conversations: Conversations;
  readonly #files: RecentFiles;
  /** What acts on a thread or on files: one after the other. */
  #acting: Promise<unknown> = Promise.resolve();
  #choosing: Promise<unknown> = Promise.resolve();
  #hasPage = false;
  #isClosing = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.id = parts.feed.id;
    this.root = parts.feed.root;
    this.#files = new RecentFiles(this.root, parts.host);
    this.#conversations = new Conversations(
      parts.saved.state,
      { ...parts, inTurn: (act) => this.#inTurn(act), isClosing: () => this.#isClosing },
      ({ runs }) => (this.#isReadOnly ? runs.watch() : runs.takeLost()),
    );
  }

  /** The conversation that pages show. */
  get shown(): ShownState {
    return this.#conversations.shown.shown;
  }

  async view(): Promise<WorkbenchView> {
    return this.#parts.feed.view();
  }

  /** The first page makes the workbench continue its thread. */
  async *news(...given: Parameters<Workbench["news"]>): AsyncGenerator<WorkbenchNews> {
    const { feed, onProblem } = this.#parts;
    if (!this.#hasPage) {
      this.#hasPage = true;
      // What is saved is on the screen first: continuing keeps this process and the agent's busy.
      setTimeout(() => void this.#inTurn(() => this.#begin()).catch(onProblem), beginMs).unref();
    }
    clearTimeout(this.#idle);
    try {
      yield* feed.news(...given);
    } finally {
      if (feed.listenerCount === 0) this.#waitForPages();
    }
  }

  async #begin(): Promise<void> {
    const { state } = this.shown.connection;
    // Or the person was faster.
    if (this.#isClosing || (state !== "stale" && state !== "live")) return;
    const { runs } = this.#conversations.shown;
    await (this.#isReadOnly ? runs.watch() : runs.connect());
  }

  async earlier(before: string, limit: number): Promise<readonly WorkbenchEntry[]> {
    const { entries } = this.shown.state;
    const at = entries.findIndex(({ id }) => id === before);
    return at === -1 ? [] : entries.slice(Math.max(0, at - limit), at);
  }

  async output(exec: string): Promise<ExecOutput | null> {
    const { outputs } = this.shown.state;
    return Object.hasOwn(outputs, exec) ? (outputs[exec] ?? null) : null;
  }

  async document(diff: string, path: string): Promise<DiffDocument | null> {
    const found = this.shown.state.diffs.find(({ id }) => id === diff);
    return found?.documents.find((one) => one.path === path) ?? null;
  }

  async files(letters: string): Promise<readonly string[]> {
    return this.#files.matching(letters);
  }

  async keepImage(bytes: Uint8Array, name?: string): Promise<PromptInput> {
    this.#checkWritable();
    return keepImage(join(this.#parts.stateFolder, "workspaces", this.id, "inputs"), bytes, name);
  }

  async act(action: WorkbenchAction): Promise<ActionResult> {
    this.#checkWritable();
    switch (action.type) {
      case "follow":
        this.#hasPage = true;
        return this.#choose(() => this.#conversations.follow(action.run));
      case "show":
        return this.#choose(() => this.#conversations.showSession(action.session, action.active));
      case "switch":
        return this.#choose(() => this.#conversations.switchTo(action.conversation));
      case "leave":
        return this.#choose(() => this.#conversations.leave(action.active));
      case "new":
        return this.#choose(() => this.#conversations.startNew(action.active, action.draft));
      default:
        // What a person does right after choosing a conversation is meant for that one.
        await this.#choosing;
        return this.#conversations.shown.act(action);
    }
  }

  #choose(show: () => Promise<void>): Promise<ActionResult> {
    const chosen = this.#inTurn(async () => {
      await show();
      return done;
    });
    this.#choosing = chosen.catch(() => undefined); // its caller is told
    return chosen;
  }

  /** What could not be read before is shown. */
  reset(): void {
    this.#conversations.reset(this.#parts.saved.state);
  }

  /** The process that had the workspace is gone: what it saved is shown, and continued for those who look. */
  takeOver(): void {
    const { feed, onProblem } = this.#parts;
    this.reset();
    this.#hasPage = feed.listenerCount > 0;
    if (this.#hasPage) void this.#inTurn(() => this.#conversations.shown.runs.takeOver()).catch(onProblem);
  }

  /** The process that has the workspace has saved more. */
  look(): void {
    const { saved, onProblem } = this.#parts;
    const look = async () => {
      if (this.#isReadOnly) await this.#conversations.shown.runs.look(saved.state);
    };
    void this.#inTurn(look).catch(onProblem);
  }

  get isWorking(): boolean {
    return this.#conversations.all.some(({ runs }) => runs.run?.isWorking);
  }

  /** An agent works, or waits for an answer. */
  get isActive(): boolean {
    return this.#conversations.all.some(({ runs }) => runs.isActive);
  }

  /** Ends every run, and keeps nothing of other conversations. */
  async forget(): Promise<void> {
    await this.act({ type: "end" });
    await this.#inTurn(() => this.#conversations.forget());
  }

  /** Takes no more prompts, gives working runs that long, and saves everything. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#idle);
    const working = this.#conversations.all.filter(({ runs }) => runs.run?.isWorking);
    if (graceMs > 0) await Promise.all(working.map(({ runs }) => runs.run?.rested(graceMs)));
    await this.#conversations.close();
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

  #inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const acting = this.#acting.then(act);
    this.#acting = acting.catch(() => undefined); // its caller is told
    return acting;
  }

  /** Nobody looks: idle agents are ended after a while, working ones are not. */
  #waitForPages(): void {
    clearTimeout(this.#idle);
    const { feed, onProblem, idleMs = usualIdleMs } = this.#parts;
    this.#idle = setTimeout(() => {
      if (feed.listenerCount > 0) return;
      const isActive = this.#conversations.all.some(({ runs }) => runs.isActive);
      if (isActive) this.#waitForPages();
      else this.#hasPage = false;
      void this.#inTurn(() => this.#conversations.leaveIdle()).catch(onProblem);
    }, idleMs).unref();
  }
}
