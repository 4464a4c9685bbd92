import {
  isAboutReview,
  isCutOff,
  isHeld,
  type Offer,
  type Owner,
  type RunId,
  type RunScope,
  type RunState,
  SessionError,
  type SessionState,
  sessionIdOf,
} from "@reprise/model";
import { isOffered } from "../journal/find-runs.ts";
import { isFrankies } from "../journal/frankie/run-id.ts";
import { scopeFolder } from "../journal/journal-name.ts";
import { outlivedAgent } from "../runs/outlived-agent.ts";
import { isDeclined, type KeptReply } from "../runs/saved-replies.ts";
import { isRunDismissed } from "./dismiss.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import { hasSession } from "./unsent-prompts.ts";

export interface FoundOffer {
  readonly offer: Offer | null;
  /** Who may still record the prompt, or has the session open: what is offered depends on it. */
  readonly owner: Owner | null;
}

/**
 * The newest of: a prompt that was never sent, a run that can continue. Unasked, only what was cut off and not declined; where the
 * person asks for it, also what they stopped or declined, and what failed.
 */
export async function offerIn(wanted: RunScope, isAsked: boolean, reader: EvidenceReader): Promise<FoundOffer> {
  // Any folder of a workspace identifies it.
  const cwd = wanted.kind === "workspace" ? wanted.root : null;
  const scope = cwd === null ? wanted : reader.scopeOf(cwd);
  const { unsent, undecided } = await reader.leftPrompts();
  const folder = scopeFolder(scope);
  const outlived = undecided.find((run) => scopeFolder(run.scope) === folder) ?? null;
  const prompt = unsent.findLast((one) => scopeFolder(one.scope ?? reader.scopeOf(one.cwd)) === folder);
  // A review asks each time: what was declined there stays so.
  const isCommand = isAsked && !isAboutReview(scope);
  const latest = latestOffered(await reader.runs(cwd, scope), isCommand ? [] : reader.replies());
  const { state, owner } = (latest && (await sessionState(latest, reader))) ?? { state: null, owner: null };
  const found = (offer: Offer | null) => ({ offer, owner: outlivedAgent(outlived, reader.host) ?? owner });
  const run = state !== null && (isAsked ? canContinue(state) : isCutOff(state)) ? latest : null;
  const isNewest = prompt && (run === null || run.run === prompt.id || prompt.at >= run.startedAt);
  // A run whose agent recorded nothing cannot continue, however new it is.
  if (prompt && (isNewest || (run && !(await hasSession(run, reader.library))))) {
    const { id, agent, at, session, mode, text } = prompt;
    return found({
      run: id as RunId,
      agent,
      startedAt: at,
      state: "interrupted",
      session,
      mode,
      prompt: text,
    });
  }
  // Its agent has recorded nothing yet.
  if (run !== null && run.run === outlived?.run) return found(null);
  if (!run?.thread || (!isAsked && (await isRunDismissed(run, reader)))) return found(null);
  const { agent, startedAt } = run;
  const session = sessionIdOf(agent, run.thread);
  return found({
    run: run.run,
    agent,
    startedAt,
    state: state ?? "interrupted",
    session,
    mode: "resume",
    prompt: null,
  });
}

/** Null if the session is gone. Of frankie's runs only frankie knows who ended them. */
async function sessionState(
  run: RunState,
  { library }: EvidenceReader,
): Promise<{ readonly state: SessionState; readonly owner: Owner | null } | null> {
  if (run.thread === null) return null;
  try {
    const { state, owner } = (await library.recorded(sessionIdOf(run.agent, run.thread))).session;
    if (!isFrankies(run) || isHeld(state)) return { state, owner };
    return {
      state: run.status === "cancelled" ? "stopped" : run.status === "failed" ? "failed" : "interrupted",
      owner,
    };
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}

function canContinue(state: SessionState): boolean {
  return isCutOff(state) || state === "stopped" || state === "failed";
}

/** A later completed run of the same scope supersedes it. */
export function latestOffered(runs: readonly RunState[], replies: readonly KeptReply[]): RunState | null {
  return latestOfEach(runs).find((run) => isOffered(run) && !isDeclined(replies, run.run)) ?? null;
}

/** `runs`: newest first. */
function latestOfEach(runs: readonly RunState[]): RunState[] {
  const seen = new Set<string>();
  return runs.filter(({ scope }) => {
    const folder = scopeFolder(scope);
    return seen.has(folder) ? false : seen.add(folder);
  });
}
