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

const stopped: ExecState = {
  words: "stopped",
  tone: "caution",
  detail: "It was stopped, or its agent ended, while it ran.",
};

export function execState({ status, isStale, exitCode }: Pick<Exec, "status" | "isStale" | "exitCode">): ExecState {
  if (hasNoExit(exitCode)) return stopped;
  return status === "waiting" && isStale ? notRun : states[status];
}

export const staleWords = "nothing more will come of it here";

/** Some agents record a command that was stopped with a negative exit code. */
function hasNoExit(exitCode: number | null): boolean {
  return exitCode !== null && exitCode < 0;
}

/** `0.9 s`: of a command, tenths are of interest. */
function spanText(ms: number): string {
  return ms >= 0 && ms < 9950 ? `${(ms / 1000).toFixed(1)} s` : elapsedText(ms);
}

/** `exit 1 · 12 s`; a running one counts up to `now`. */
export function execFacts(
  exec: Pick<Exec, "exitCode" | "startedAt" | "endedAt" | "status" | "process">,
  now: number,
): string {
  const { exitCode, startedAt, endedAt, status, process } = exec;
  const end = endedAt === null ? (status === "running" ? now : null) : Date.parse(endedAt);
  const parts = [
    exitCode === null || hasNoExit(exitCode) ? null : `exit ${exitCode}`,
    startedAt === null || end === null
      ? null
      : (endedAt === null ? elapsedText : spanText)(end - Date.parse(startedAt)),
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
