import { type Exec, elapsedText, grouped, workWords } from "@reprise/model";
import type { Tone } from "../../design/tone.ts";

export interface ExecState {
  readonly words: string;
  /** What the words mean; null if they say it all. */
  readonly detail: string | null;
  readonly tone: Tone;
}

const states: Readonly<Record<Exec["status"], ExecState>> = {
  running: { words: "running", detail: null, tone: "accent" },
  done: { words: "done", detail: null, tone: "good" },
  failed: { words: "failed", detail: null, tone: "danger" },
  declined: { words: "declined", detail: "You or a rule declined it. It was not run.", tone: "plain" },
  open: { words: "outcome unknown", detail: workWords.open, tone: "caution" },
  waiting: { words: "waiting for approval", detail: workWords.waiting, tone: "caution" },
};

const notRun: ExecState = {
  words: "not run",
  tone: "caution",
  detail: "It asked for approval and got no answer.",
};

export function execState({ status, isStale }: Pick<Exec, "status" | "isStale">): ExecState {
  return status === "waiting" && isStale ? notRun : states[status];
}

export const staleWords = "nothing more will come of it here";

/** `exit 1 · 12 s`; a running one counts up to `now`. */
export function execFacts(
  exec: Pick<Exec, "exitCode" | "startedAt" | "endedAt" | "status" | "process">,
  now: number,
): string {
  const { exitCode, startedAt, endedAt, status, process } = exec;
  const end = endedAt === null ? (status === "running" ? now : null) : Date.parse(endedAt);
  const parts = [
    exitCode === null ? null : `exit ${exitCode}`,
    startedAt === null || end === null ? null : elapsedText(end - Date.parse(startedAt)),
    process === null || status !== "running" ? null : `process ${process.pid}`,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

/** What is missing at the start of an output; null if nothing is. */
export function droppedWords(exec: Pick<Exec, "droppedCount">, hidden: number): string | null {
  const { droppedCount } = exec;
  if (droppedCount + hidden === 0) return null;
  const dropped = droppedCount === 0 ? "" : `${grouped(droppedCount)} characters were not kept`;
  const above = hidden === 0 ? "" : `${grouped(hidden)} characters are above`;
  return [dropped, above].filter((part) => part !== "").join(", ");
}
