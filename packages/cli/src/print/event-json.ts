import type { Failure, RestoreEvent } from "@reprise/model";
import { bodyShape } from "./json.ts";
import { driftShape, ownerShape, planShape, requestShape, settingsShape } from "./plan-json.ts";

/** One event as a line of `--json` holds it. */
export function eventShape(event: RestoreEvent) {
  const { type } = event;
  switch (type) {
    case "run-started":
      return { type, run: event.run, agent: event.agent, settings: settingsShape(event.settings) };
    case "thread":
      return { type, thread: event.thread, isPersisted: event.isPersisted };
    case "settings":
    case "checked":
      return { type, settings: settingsShape(event.settings) };
    case "turn-started":
      return { type, turn: event.turn };
    case "prompt-persisted":
      return { type, promptId: event.promptId };
    case "item":
      return { type, key: event.key, isComplete: event.isComplete, item: bodyShape(event.item) };
    case "delta":
      return { type, key: event.key, kind: event.kind, text: event.text };
    case "item-dropped":
      return { type, key: event.key };
    case "request":
      return { type, request: requestShape(event.request) };
    case "request-resolved":
      return { type, id: event.id, decision: event.decision, by: event.by };
    case "usage":
      return { type, tokens: event.tokens };
    case "notice":
      return { type, text: event.text };
    case "journal-health":
      return { type, problem: event.problem };
    case "turn-ended":
      return { type, turn: event.turn, state: event.state, failure: failureShape(event.failure) };
    case "run-ended":
      return { type, status: event.status, failure: failureShape(event.failure) };
    case "checking":
      return { type };
    case "drift-found":
      return { type, drift: event.drift.map(driftShape) };
    case "restoring":
      return {
        ...{ type, doneCount: event.doneCount, totalCount: event.totalCount },
        ...{ items: event.items, tokens: event.tokens },
      };
    case "restore-cancelled":
      return { type, doneCount: event.doneCount, totalCount: event.totalCount };
    case "restored":
      return {
        ...{ type, session: event.session, thread: event.thread, from: event.from, via: event.via },
        ...{ itemCount: event.itemCount, segmentCount: event.segmentCount, sentTokens: event.sentTokens },
      };
    case "brief":
      return { type, text: event.text, tokens: event.tokens };
    case "refused":
      return { type, plan: planShape(event.plan) };
    case "busy":
      return { type, owner: ownerShape(event.owner) };
  }
}

function failureShape(failure: Failure | null) {
  return failure && { kind: failure.kind, message: failure.message, resetsAt: failure.resetsAt };
}
