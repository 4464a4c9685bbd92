import { setImmediate as soon } from "node:timers/promises";
import type { Controls, Request, RestoreEvent, RestoreQuestion, StartedRun } from "@reprise/model";
import type { Editor } from "../editor.ts";
import { askDrift } from "./consent.ts";
import type { EventUpdates } from "./event-updates.ts";
import { failureIn, noOutcome, outcomeAfter, type TurnOutcome } from "./outcome.ts";
import { askAbout } from "./requests.ts";
import type { TurnStopper } from "./turn-stopper.ts";

export interface Following {
  readonly editor: Editor;
  readonly updates: EventUpdates;
  readonly stopper: TurnStopper;
  /** Called before the event is shown. */
  readonly onEvent?: ((event: RestoreEvent) => void) | undefined;
}

/** Shows a run until it ends, and asks what it asks. The run ends even if the editor no longer listens. */
export async function followRun(starting: Promise<StartedRun>, following: Following): Promise<TurnOutcome> {
  const { updates, stopper, onEvent } = following;
  const open = new Map<string, AbortController>();
  const asked: Promise<void>[] = [];
  let outcome = noOutcome;
  let isHeard = true;
  try {
    const { controls, events } = await starting;
    stopper.take(controls);
    for await (const { event } of events()) {
      outcome = outcomeAfter(outcome, event);
      onEvent?.(event);
      close(open, event);
      if (!isHeard) continue;
      try {
        await updates.show(event);
        if (isQuestion(event)) asked.push(begin(event, { ...following, controls, open }).catch(() => stopper.cancel()));
      } catch {
        isHeard = false; // the connection is closed
        stopper.cancel();
      }
    }
  } catch (error) {
    const failure = failureIn(error);
    if (failure === null) throw error;
    outcome = { ...outcome, status: "failed", failure };
  } finally {
    for (const question of open.values()) question.abort();
    await Promise.all(asked);
  }
  return outcome.status === "running" ? { ...outcome, status: "interrupted" } : outcome;
}

function isQuestion({ type }: RestoreEvent): boolean {
  return type === "request" || type === "question";
}

interface Asking extends Following {
  readonly controls: Controls;
  readonly open: Map<string, AbortController>;
}

/** Asks if the event is a question; later events are shown meanwhile. */
async function begin(event: RestoreEvent, asking: Asking): Promise<void> {
  if (event.type === "request") await ask(event.request, asking, opened(event.request.id, asking));
  if (event.type === "question") await decide(event.question, asking, opened(event.question.id, asking));
}

function opened(id: string, { open }: Asking): AbortSignal {
  const question = new AbortController();
  open.set(id, question);
  return question.signal;
}

function close(open: Map<string, AbortController>, event: RestoreEvent): void {
  if (event.type === "turn-ended" || event.type === "run-ended") for (const question of open.values()) question.abort();
  if (event.type !== "request-resolved" && event.type !== "question-resolved") return;
  open.get(event.id)?.abort();
  open.delete(event.id);
}

async function ask(request: Request, asking: Asking, closed: AbortSignal): Promise<void> {
  const { editor, updates, stopper, controls } = asking;
  await soon(); // a saved approval answers at once
  if (closed.aborted) return;
  const toolCall = await updates.calls.asked(request);
  const signal = AbortSignal.any([closed, stopper.signal]);
  const answer = await askAbout(request, { editor, toolCall, signal });
  if (closed.aborted) return;
  if (answer === "stop") stopper.cancel();
  else controls.answer(request.id, answer);
}

async function decide(question: RestoreQuestion, asking: Asking, closed: AbortSignal): Promise<void> {
  const { editor, stopper, controls } = asking;
  const signal = AbortSignal.any([closed, stopper.signal]);
  // Segments are part of what the person agreed to.
  const isYes = question.kind === "segment" || (await askDrift(editor, question.drift, signal));
  if (!closed.aborted) controls.decide(question.id, isYes);
}
