import type { Failure, FailureKind, Refusal, SessionId } from "@reprise/model";
import { safeLine } from "./safe.ts";
import { shellWord, utcTime } from "./words.ts";

type Reason = Refusal["reason"] | FailureKind;

export function resumeCommand(session: SessionId | string, ...more: readonly string[]): string {
  return ["reprise", "resume", ...[safeLine(session), ...more].map(shellWord)].join(" ");
}

/** What to do now; null where the reason itself says it. */
export function nextStep(reason: Reason, session: SessionId | string): string | null {
  const again = resumeCommand(session);
  switch (reason) {
    case "transport":
    case "server":
      return `Try again later: ${again}`;
    case "limit":
      return `Go on when the limit is lifted: ${resumeCommand(session, "--when-reset")}`;
    case "authentication":
      return `Log in with the agent, then: ${again}`;
    case "context-full":
      return "The thread is full: start afresh with reprise run --fresh.";
    case "thread-missing":
    case "thread-damaged":
    case "no-thread":
      return `It stays readable: reprise show ${shellWord(safeLine(session))}. To start afresh: reprise run --fresh.`;
    case "agent-missing":
      return `Install the agent, or name its program in REPRISE_CODEX_BIN (or that of its kind), then: ${again}`;
    case "other":
      return `Look at the plan again: ${resumeCommand(session, "--dry-run")}`;
    default:
      return null;
  }
}

/** Why a turn failed, and what to do now. */
export function failureText(failure: Failure, session: SessionId | null): string {
  const parked = failure.resetsAt === null ? "" : ` Parked until ${utcTime(failure.resetsAt)}.`;
  const step = session === null ? null : nextStep(failure.kind, session);
  return `reprise: ${safeLine(failure.message)}${parked}\n${step === null ? "" : `${step}\n`}`;
}
