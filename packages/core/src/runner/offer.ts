import {
  type Offer,
  type Owner,
  type RunId,
  type RunScope,
  type RunState,
  sessionIdOf,
} from "@reprise/model";
import { isOffered } from "../journal/find-runs.ts";
import { scopeFolder } from "../journal/journal-name.ts";
import { outlivedAgent } from "../runs/outlived-agent.ts";
import { isDeclined, type KeptReply } from "../runs/saved-replies.ts";
import { isRunDismissed } from "./dismiss.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import { hasSession } from "./unsent-prompts.ts";

export interface FoundOffer {
  readonly offer: Offer | null;
  /** An agent that outlived us and may still record its prompt: what is offered depends on it. */
  readonly owner: Owner | null;
}

/** The newest of: a prompt that was never sent, a run that can continue. */
export async function offerIn(wanted: RunScope, reader: EvidenceReader): Promise<FoundOffer> {
  // Any folder of a workspace identifies it.
  const cwd = wanted.kind === "workspace" ? wanted.root : null;
  const scope = cwd === null ? wanted : reader.scopeOf(cwd);
  const { unsent, undecided } = await reader.leftPrompts();
  const folder = scopeFolder(scope);
  const outlived = undecided.find((run) => scopeFolder(run.scope) === folder) ?? null;
  const found = (offer: Offer | null) => ({ offer, owner: outlivedAgent(outlived, reader.host) });
  const prompt = unsent.findLast((one) => scopeFolder(one.scope ?? reader.scopeOf(one.cwd)) === folder);
  const run = latestOffered(await reader.runs(cwd, scope), reader.replies());
  const isNewest = prompt && (run === null || run.run === prompt.id || prompt.at >= run.startedAt);
  // A run whose agent recorded nothing cannot continue, however new it is.
  if (prompt && (isNewest || (run && !(await hasSession(run, reader.library))))) {
    const { id, agent, at, session, mode, text } = prompt;
    return found({
      ...{ run: id as RunId, agent, startedAt: at, status: "interrupted" },
      ...{ session, mode, prompt: text },
    });
  }
  // Its agent has recorded nothing yet.
  if (run !== null && run.run === outlived?.run) return found(null);
  if (!run?.thread || (await isRunDismissed(run, reader))) return found(null);
  const { agent, thread, startedAt, status } = run;
  return found({
    ...{ run: run.run, agent, startedAt, status, session: sessionIdOf(agent, thread) },
    ...{ mode: "resume", prompt: null },
  });
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
