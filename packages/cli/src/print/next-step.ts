import type { FailureKind, Refusal, RestoreMode, SessionId } from "@reprise/model";
import { exactLine } from "@reprise/model";
import { shellWord } from "./words.ts";

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
  /** All that is known to be impossible. */
  readonly refused: readonly RestoreMode[];
}

const onlyResume: Tried = { mode: "resume", refused: ["resume"] };

/** What to do now that this mode is not possible; null where the reason itself says it. */
export function nextStep(reason: Reason, session: SessionId | string, tried = onlyResume): string | null {
  const { mode } = tried;
  const again = restoreCommand(mode, session);
  switch (reason) {
    case "transport":
    case "server":
      return `Try again later: ${again}`;
    case "limit":
      return `Go on when the limit is lifted: ${resumeCommand(session, "--when-reset")}`;
    case "authentication":
      return `Log in with the agent, then: ${again}`;
    case "context-full":
      return `The thread is full. ${withLess(tried, session)}`;
    case "thread-damaged":
      if (tried.refused.includes("replay")) return withLess(tried, session);
      return `To go on from a cleaned copy: ${restoreCommand("repair", session)}`;
    case "thread-missing":
    case "no-thread":
    case "thread-archived":
      return withLess(tried, session);
    case "agent-missing":
      return `Install the agent, or name its program in REPRISE_CODEX_BIN (or that of its kind), then: ${again}`;
    case "agent-outdated":
      return `Update the agent, then: ${again}`;
    case "not-supported":
      return withLess(tried, session);
    case "nothing-to-tell":
      return `Nothing in it can be told to an agent. To read it: ${showCommand(session)}. To start afresh: reprise run --fresh.`;
    case "changed":
      return `To go on from how it is now: ${again}`;
    case "not-wanted":
      return `Nothing was done. To see the plan again: ${restoreCommand(mode, session, "--dry-run")}`;
    case "other":
      return `Look at the plan again: ${restoreCommand(mode, session, "--dry-run")}. Where it is a recorded setting, --current takes the agent's own of today.`;
    case "wider-permissions":
      return mode === tried.refused[0]
        ? `To allow it: ${restoreCommand(mode, session, "--allow-wider")}`
        : null;
    case "busy":
    case "folder-missing":
      return null;
  }
}

/** The next mode that needs less than this one. */
function withLess({ refused }: Tried, session: SessionId | string): string {
  if (!refused.includes("replay")) return `To go on in a new thread: ${restoreCommand("replay", session)}`;
  if (!refused.includes("handoff")) return `To go on from a brief: ${restoreCommand("handoff", session)}`;
  return `It stays readable: ${showCommand(session)}. To start afresh: reprise run --fresh.`;
}

function showCommand(session: SessionId | string): string {
  return `reprise show ${shellWord(exactLine(session))}`;
}
