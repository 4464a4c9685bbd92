import {
  changesToShown,
  isOpen,
  type KeptConversation,
  nothingSaved,
  type RunId,
  type RunningConversation,
  type SavedChange,
  type SavedState,
  SessionError,
  type SessionId,
} from "@reprise/model";
import { attachedRun } from "./attached-run.ts";
import { Conversation, type ConversationParts } from "./conversation.ts";
import { draftWith } from "./draft-of.ts";
import { emptied } from "./emptied.ts";
import type { FedConversation } from "./feed.ts";

/** What becomes of an agent that works or waits for an answer when another conversation is shown. */
type Active = "keep" | "stop" | undefined;

/** Conversations that are kept without a run. */
const mostKept = 50;

/** The conversations of one workbench: the one that is shown, those that run beside it, and what is kept of others. */
export class Conversations {
  readonly #parts: Omit<ConversationParts, "onLost">;
  readonly #onLost: (conversation: Conversation) => Promise<void>;
  #shown: Conversation;
  readonly #running = new Map<Conversation, string>();
  #kept: readonly KeptConversation[];

  /** `onLost`: the run of the conversation that is shown has ended by itself. */
  constructor(
    saved: SavedState,
    parts: Omit<ConversationParts, "onLost">,
    onLost: (conversation: Conversation) => Promise<void>,
  ) {
    this.#parts = parts;
    this.#onLost = onLost;
    this.#kept = saved.conversations;
    this.#shown = this.#conversation(saved);
    parts.feed.show(this.#shown.shown);
    parts.feed.keeps = {
      changed: (kept, changes) => this.#changed(kept, changes),
      acted: () => this.#list(),
    };
  }

  get shown(): Conversation {
    return this.#shown;
  }

  /** Those with a run, and the one that is shown. */
  get all(): readonly Conversation[] {
    return [this.#shown, ...this.#running.keys()];
  }

  /** Everything that is saved is another now. */
  reset(saved: SavedState): void {
    this.#kept = saved.conversations;
    this.#shown.shown.reset(saved);
  }

  /** The next prompt starts a new session. `words` are written for it. */
  async startNew(active: Active, words: string | undefined): Promise<void> {
    this.#checkFree(active);
    const draft = words === undefined ? null : draftWith(null, [words], []);
    await this.#show(this.#conversation({ ...nothingSaved, draft }), active);
    this.#shown.shown.step("empty");
  }

  async showSession(name: SessionId, active: Active): Promise<void> {
    const { id: session, thread } = await this.#parts.library.find(name);
    if (this.#shown.session === session && this.#shown.runs.run !== null) return;
    const running = this.all.find((one) => one.session === session);
    if (running === undefined || running !== this.#shown) this.#checkFree(active);
    if (running !== this.#shown) await this.#show(running ?? this.#of(session), active);
    if (running !== undefined && running.runs.run !== null) return;
    await this.#shown.runs.show(session, thread);
    await this.#shown.runs.connect();
  }

  /** Ends no other run. */
  async follow(run: RunId): Promise<void> {
    const known = this.all.find(({ runs }) => runs.run?.id === run);
    if (known !== undefined) return this.#show(known, "keep");
    const attached = await attachedRun(run, this.#parts.runner);
    const { session } = attached;
    const isShown = session !== null && this.#shown.session === session;
    if (!isShown) await this.#show(session === null ? this.#conversation(nothingSaved) : this.#of(session), "keep");
    await this.#shown.runs.follow(attached);
  }

  /** Shows one that runs; an active one takes its place. */
  async switchTo(id: string): Promise<void> {
    const found = this.all.find((one) => one.id === id);
    if (found === undefined)
      throw new SessionError("not-found", "This conversation no longer runs. Resume its session.");
    await this.#show(found, "keep");
  }

  /** Another conversation is about to start by other means. */
  async leave(active: Active): Promise<void> {
    this.#checkFree(active);
    if (active === "stop" && this.#shown.runs.isActive) await this.#shown.runs.leave();
  }

  /** Nobody looks: agents that do nothing end. */
  async leaveIdle(): Promise<void> {
    for (const one of this.all) if (!one.runs.isActive) await one.runs.leave();
  }

  async close(): Promise<void> {
    for (const one of this.all) await one.runs.close("cut-off");
  }

  /** Without what is kept of others, too. */
  async forget(): Promise<void> {
    for (const one of this.#running.keys()) {
      this.#running.delete(one);
      await one.runs.close();
    }
    this.#kept = [];
    this.#list();
  }

  #checkFree(active: Active): void {
    const { runs } = this.#shown;
    if (!runs.isActive || active !== undefined) return;
    const doing = runs.run?.isAsking ? "waits for your answer in" : "is working on";
    throw new SessionError("busy", `The agent ${doing} “${titleOf(this.#shown)}”. Keep it running, or stop it.`, {
      candidates: ["keep", "stop"],
    });
  }

  /** As it was left: with its changes to review, its requests and its draft. */
  #of(session: SessionId): Conversation {
    const kept = this.#kept.find(({ thread }) => thread.session === session);
    if (kept === undefined) return this.#conversation(nothingSaved);
    const { id, at: _at, ...state } = kept;
    return this.#conversation({ ...nothingSaved, ...state }, id);
  }

  #conversation(state: SavedState, id: string = crypto.randomUUID()): Conversation {
    return new Conversation(id, state, { ...this.#parts, onLost: (one) => this.#lost(one) });
  }

  /** `next` is in place of what was shown: that ends, unless it is active and kept. */
  async #show(next: Conversation, active: Active): Promise<void> {
    const old = this.#shown;
    if (next === old) return;
    if (!old.runs.isActive || active === "stop") await old.runs.close();
    const isKept = old.runs.run !== null;
    const [before, state] = [old.shown.state, next.shown.state];
    // Unsent words stay with their session; those for a new one go with the person, since nothing would bring them back.
    const movesDraft = !isKept && old.session === null && before.draft !== null;
    const draft = movesDraft ? draftWith(state.draft, [before.draft.text], before.draft.inputs) : state.draft;
    const left = keptOf(old, { at: this.#parts.host.now(), isRunning: isKept, hasDraft: !movesDraft });
    next.shown.replace({ ...state, draft, choice: before.choice });
    this.#shown = next;
    this.#running.delete(next);
    if (isKept) this.#running.set(old, titleOf(old));
    this.#parts.feed.show(next.shown);
    this.#list();
    await this.#parts.feed.keep([
      ...this.#keep(old.id, left),
      ...emptied(before),
      ...singles(next.shown.state),
      ...changesToShown(next.shown.state),
      ...this.#keep(next.id, null),
    ]);
    if (isKept) void this.#name(old);
  }

  /** The changes that keep a conversation, or forget it. */
  #keep(id: string, kept: KeptConversation | null): readonly SavedChange[] {
    const others = this.#kept.filter((one) => one.id !== id);
    if (kept === null) {
      const isKnown = others.length < this.#kept.length;
      this.#kept = others;
      return isKnown ? [{ type: "conversation-gone", id }] : [];
    }
    const running = new Set([...this.#running.keys()].map((one) => one.id));
    const old = others.filter((one) => !running.has(one.id)).slice(0, Math.max(0, others.length + 1 - mostKept));
    this.#kept = [...others.filter((one) => !old.includes(one)), kept];
    return [
      ...old.map((one) => ({ type: "conversation-gone", id: one.id }) as const),
      { type: "conversation", conversation: kept },
    ];
  }

  async #changed(shown: FedConversation, changes: readonly SavedChange[]): Promise<void> {
    const kept = this.all.find((one) => one.shown === shown);
    this.#list();
    if (kept === undefined || !changes.some(({ type }) => keptTypes.has(type))) return;
    const isRunning = kept.runs.run !== null;
    const now = keptOf(kept, { at: this.#parts.host.now(), isRunning, hasDraft: true });
    await this.#parts.feed.keep(this.#keep(kept.id, now));
  }

  #lost(conversation: Conversation): void {
    const { inTurn, isClosing, onProblem } = this.#parts;
    if (isClosing()) return;
    const take = async () => {
      if (conversation === this.#shown) return this.#onLost(conversation);
      await conversation.runs.takeLost().catch(onProblem);
      if (conversation === this.#shown || conversation.runs.run !== null) return;
      await conversation.runs.close();
      const kept = keptOf(conversation, { at: this.#parts.host.now(), isRunning: false, hasDraft: true });
      this.#running.delete(conversation);
      this.#list();
      await this.#parts.feed.keep(this.#keep(conversation.id, kept));
    };
    void inTurn(take).catch(onProblem);
  }

  #list(): void {
    this.#parts.feed.setAlsoRunning([...this.#running].flatMap(([one, title]) => runningOf(one, title)));
  }

  /** By the name that lists show. */
  async #name(conversation: Conversation): Promise<void> {
    const { session } = conversation;
    const found = session === null ? null : await this.#parts.library.find(session).catch(() => null);
    if (found?.title == null || !this.#running.has(conversation)) return;
    this.#running.set(conversation, found.title);
    this.#list();
  }
}

const keptTypes: ReadonlySet<SavedChange["type"]> = new Set([
  ...(["diff", "document", "decided", "approval", "removed", "notes", "draft", "thread", "banner"] as const),
]);

function runningOf(one: Conversation, title: string): readonly RunningConversation[] {
  const { run } = one.runs;
  if (run === null) return [];
  const state = run.isAsking ? "waiting" : one.runs.isActive ? "working" : "idle";
  return [{ id: one.id, session: one.session, agent: run.view.agent, title, state }];
}

/** Until its session can be asked: what it began with. */
function titleOf({ shown }: Conversation): string {
  const prompt = shown.state.entries.find(({ item }) => item.kind === "prompt")?.item;
  const [line = ""] = prompt?.kind === "prompt" ? prompt.text.trim().split("\n", 1) : [];
  return line === "" ? "a new session" : line;
}

/** What its session does not have; null: nothing. */
function keptOf(
  { id, shown, runs }: Conversation,
  {
    at,
    isRunning,
    hasDraft,
  }: { readonly at: KeptConversation["at"]; readonly isRunning: boolean; readonly hasDraft: boolean },
): KeptConversation | null {
  const { state } = shown;
  const settings = runs.run?.view.settings;
  const starting = settings === undefined ? null : { session: null, thread: null, run: runs.run?.id ?? null, settings };
  const thread = state.thread ?? starting;
  const { decided, notes, telemetry, banner } = state;
  const diffs = state.diffs.filter(
    ({ id: diff, documents }) => documents.some(isOpen) || decided.some((one) => one.id === diff),
  );
  const approvals = state.approvals.filter((one) => one.state !== "answered");
  const draft = hasDraft ? state.draft : null;
  const isWorth = isRunning || diffs.length + approvals.length + notes.length > 0 || draft !== null;
  if (thread === null || !isWorth) return null;
  return { id, at, thread, diffs, decided, approvals, notes, draft, telemetry, banner };
}

/** What `changesToShown` leaves out where it is nothing. */
function singles({ notes, draft, thread, banner, remembered }: SavedState): readonly SavedChange[] {
  return [
    { type: "notes", notes },
    { type: "draft", draft },
    { type: "thread", thread },
    { type: "banner", banner },
    { type: "remembered", approvals: remembered },
  ];
}
