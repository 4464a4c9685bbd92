import {
  type ActionResult,
  type Choice,
  type Consent,
  SessionError,
  type ShownChange,
  type WorkbenchAction,
} from "@reprise/model";
import { draftOf } from "./draft-of.ts";
import type { Feed } from "./feed.ts";
import type { WorkbenchParts } from "./parts.ts";
import { prefaceOf, withoutPreface } from "./returned-prompts.ts";
import { SharedSend } from "./shared-send.ts";
import type { ThreadRuns } from "./thread-runs.ts";

type Send = WorkbenchAction & { type: "send" };

const done: ActionResult = { undo: null, message: null };

export interface SendingParts extends WorkbenchParts {
  readonly feed: Pick<Feed, "number">;
  /** For a person who has chosen none. */
  readonly usualChoice: () => Choice;
  /** Runs what acts on the thread after whatever does so now. */
  readonly inTurn: <Value>(act: () => Promise<Value>) => Promise<Value>;
  readonly isClosing: () => boolean;
}

/** Sends what a person wrote. It leaves the draft only when it is on disk as a prompt. */
export class Sending {
  readonly #parts: SendingParts;
  readonly #runs: ThreadRuns;
  readonly #shared = new SharedSend();

  constructor(parts: SendingParts, runs: ThreadRuns) {
    this.#parts = parts;
    this.#runs = runs;
  }

  send(action: Send): Promise<ActionResult> {
    const { inTurn, shown, feed } = this.#parts;
    // A page sends what it has written last; its draft may be a few letters behind.
    const behind = action.page === undefined ? null : shown.state.draft;
    const send = () => (action.steers ? this.#steer(action.text) : inTurn(() => this.#send(action, behind)));
    return this.#shared.send(action, send, () => feed.number);
  }

  /** Carries out the plan that is shown under this id, with what the person sent. */
  async consent(plan: string, consent: Consent): Promise<ActionResult> {
    await this.#runs.consent(plan, consent, (prompt) => this.#accepted(prompt));
    return done;
  }

  /** Sends the prompt of the failed turn again, or “continue” if the session has it. */
  async retry(): Promise<ActionResult> {
    const { shown } = this.#parts;
    const { banner } = shown.state;
    // Another page was faster: the prompt would be sent twice.
    if (!banner?.canRetry) return done;
    const prompt = this.#failedPrompt(banner.isInSession);
    const result = await this.#send({ type: "send", steers: false, ...prompt }, null);
    // Its consent is asked for, or it has failed again already.
    if (result.message === null && shown.state.banner === banner) await shown.save([{ type: "banner", banner: null }]);
    return result;
  }

  #failedPrompt(isInSession: boolean): Pick<Send, "text" | "inputs"> {
    const last = this.#runs.run?.view.lastPrompt ?? null;
    if (last !== null && !last.isPersisted) return last;
    const { draft } = this.#parts.shown.state;
    // What no log has is back in the draft.
    return last === null && !isInSession && draft !== null ? draft : { text: "continue", inputs: [] };
  }

  get #choice(): Choice {
    return this.#parts.shown.state.choice ?? this.#parts.usualChoice();
  }

  /** `behind`: a draft that became this text. */
  async #send({ text, inputs }: Send, behind: Draft | null): Promise<ActionResult> {
    const { shown, isClosing } = this.#parts;
    if (isClosing()) throw new SessionError("refused", "Reprise is shutting down. Your text is kept.");
    if (text.trim() === "") throw new SessionError("bad-use", "There is nothing to send.");
    const prompt = [...prefaceOf(shown.state), text].join("\n\n");
    const { isSent } = await this.#runs.send(prompt, inputs, this.#choice, () => this.#accepted(text, behind));
    if (isSent) return done;
    // A program may have sent what is in no draft.
    await this.#runs.keep(text, inputs);
    const { planId, detail } = shown.connection;
    const why = planId === null && detail !== null ? detail : "This needs your consent first.";
    return { undo: null, message: `${why} Your text is kept.` };
  }

  async #steer(text: string): Promise<ActionResult> {
    const { activity } = this.#parts.shown;
    if (activity.phase === "working" && !activity.canSteer)
      throw new SessionError("refused", "This agent takes no input during a turn. Send it for the next turn.");
    await this.#runs.controls().steer(text);
    await this.#parts.shown.save([{ type: "draft", draft: null }]);
    return done;
  }

  /** A prompt is on disk: neither the draft nor what it says first is needed any more. What was typed meanwhile stays. */
  async #accepted(prompt: string, behind: Draft | null = null): Promise<void> {
    const { state } = this.#parts.shown;
    const { notes, draft, approvals } = state;
    const again = approvals.filter((one) => one.state === "again").map(({ id }) => id);
    const sent = withoutPreface(prompt, prefaceOf(state));
    const left = draft === null || draft === behind ? null : withoutSent(draft, sent);
    const changes: readonly ShownChange[] = [
      ...(notes.length > 0 ? [{ type: "notes", notes: [] } as const] : []),
      ...(left === draft ? [] : [{ type: "draft", draft: left } as const]),
      ...(again.length > 0 ? [{ type: "removed", section: "approval", ids: again } as const] : []),
    ];
    await this.#parts.shown.save(changes);
  }
}

type Draft = NonNullable<WorkbenchParts["shown"]["state"]["draft"]>;

/** A draft whose text was sent, or became what was sent, is gone with its inputs; one that begins with it keeps the rest. */
function withoutSent(draft: Draft, sent: string): Draft | null {
  const { text, inputs } = draft;
  if (sent.startsWith(text.trim())) return null;
  if (!text.startsWith(`${sent}\n\n`)) return draft;
  const rest = text.slice(sent.length + 2);
  return draftOf({ text: rest, cursor: rest.length, inputs });
}
