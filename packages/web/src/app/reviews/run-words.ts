import {
  busyWords,
  doingWords,
  driftRow,
  localTime,
  type Offer,
  offeredSession,
  type RestoreQuestion,
  type RunState,
  type RunView,
  refusalWords,
  runEndWords,
  zonedTime,
} from "@reprise/model";
import type { Tone } from "../design/tone.ts";

/** `Interrupted session from 2026-02-15 10:32 UTC. Resume?` */
export function offerQuestion(offer: Pick<Offer, "state" | "startedAt">): string {
  return `${offeredSession(offer)} from ${zonedTime(offer.startedAt, () => 0)}. Resume?`;
}

/** What the agent does now. */
export function progressWords({ phase, working, requests, questions }: RunView): string {
  if (requests.length + questions.length > 0) return "waiting for you";
  if (working !== null) return doingWords(working);
  return (
    { starting: "starting", checking: "starting", restoring: "restoring the history" }[phase as string] ?? "working"
  );
}

export interface RunOutcome {
  readonly words: string;
  readonly tone: Tone;
}

/** How a run ended that was followed to its end. */
export function outcomeOf(view: RunView): RunOutcome {
  if (view.refused !== null)
    return { words: `The run cannot be resumed: ${refusalWords(view.refused)}`, tone: "danger" };
  if (view.status === "busy") return { words: `${busyWords(view.owner)} try again.`, tone: "caution" };
  if (view.status === "completed") return { words: "Run completed.", tone: "good" };
  const status = view.status === "refused" ? "failed" : view.status;
  return {
    words: runEndWords(status, view.failure),
    tone: status === "failed" ? "danger" : "caution",
  };
}

/** How the latest run is that nobody follows. Null: it is followed, or will be. */
export function lastRunOutcome({ status, failure, updatedAt }: RunState): RunOutcome | null {
  const at = `Last run: ${status}, ${localTime(updatedAt)}.`;
  if (status === "running") return null;
  if (status === "completed") return { words: at, tone: "good" };
  const why = failure === null ? "" : ` ${failure.message}`;
  return { words: `${at}${why}`, tone: status === "failed" ? "danger" : "caution" };
}

export function questionWords(question: RestoreQuestion): {
  readonly text: string;
  readonly rows: readonly string[];
} {
  if (question.kind === "segment")
    return { text: `Send segment ${question.segment} of ${question.segmentCount}?`, rows: [] };
  return {
    text: "Something has changed since. Continue?",
    rows: question.drift.map((drift) => driftRow(drift).text),
  };
}
