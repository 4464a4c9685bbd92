import type { FailureKind, Refusal, RestoreMode, SessionId } from "@reprise/model";
import { exactLine } from "@reprise/model";
import { shellWord } from "../words.ts";

type Reason = Refusal["reason"] | FailureKind;

export function resumeCommand(session: SessionId | string, ...more: readonly string[]): string {
  return restoreCommand("resume", session, ...more);
}

export function restoreCommand(
  mode: RestoreMode | "repair",
  session: SessionId | string,
  ...more: readonly string[]
): string {
  return ["reprise", mode, ...[exactLine(session), ...more].map(shellWord)].join(" ");
}

interface Tried {
  readonly mode: RestoreMode;
  readonly refused: readonly RestoreMode[];
}

const onlyResume: Tried = { mode: "resume", refused: ["resume"] };

/** What to do if this mode is not possible; null if the reason itself says it. */
export function nextStep(reason: Reason, session: SessionId | string, tried = onlyResume): string | null {
  const { mode } = tried;
  const again = restoreCommand(mode, session);
  switch (reason) {
    case "transport":
    case "server":
      return `Try again later: ${again}`;
    case "limit":
      return `Resume when the limit resets: ${resumeCommand(session, "--when-reset")}`;
    case "authentication":
      return `Log in with the agent, then: ${again}`;
    case "context-full":
      return `The thread is full. ${withLess(tried, session)}`;
    case "thread-damaged":
      if (tried.refused.includes("replay")) return withLess(tried, session);
      return `To continue from a cleaned copy: ${restoreCommand("repair", session)}`;
    case "thread-missing":
    case "no-thread":
    case "thread-archived":
      return withLess(tried, session);
    case "agent-missing":
      return `Install the agent, or set REPRISE_<AGENT>_BIN to its program, then: ${again}`;
    case "agent-outdated":
      return `Update the agent, then: ${again}`;
    case "not-supported":
      return withLess(tried, session);
    case "nothing-to-tell":
      return `It has no history to send to an agent. To read it: ${showCommand(session)}. To start a new session: reprise run --fresh.`;
    case "changed":
      return `To continue from its current state: ${again}`;
    case "not-wanted":
      return `Nothing was done. To see the plan again: ${restoreCommand(mode, session, "--dry-run")}`;
    case "other":
      return `Look at the plan again: ${restoreCommand(mode, session, "--dry-run")}. If a recorded setting is the cause, --current uses the agent's current settings.`;
    case "wider-permissions":
      return mode === tried.refused[0] ? `To allow it: ${restoreCommand(mode, session, "--allow-wider")}` : null;
    case "folder-missing":
      return `To continue in another folder: ${restoreCommand(mode, session, "--cwd", "DIR")}`;
    case "busy":
      return null;
  }
}

function withLess({ refused }: Tried, session: SessionId | string): string {
  if (!refused.includes("replay")) return `To continue in a new thread: ${restoreCommand("replay", session)}`;
  if (!refused.includes("handoff")) return `To continue from a brief: ${restoreCommand("handoff", session)}`;
  return `It stays readable: ${showCommand(session)}. To start a new session: reprise run --fresh.`;
}

function showCommand(session: SessionId | string): string {
  return `reprise show ${shellWord(exactLine(session))}`;
}
