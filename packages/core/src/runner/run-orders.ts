import {
  agreedApprovals,
  type Consent,
  isAboutReview,
  type KeptApproval,
  noSettings,
  type PlanOf,
  type RunWish,
  type ThreadPlan,
} from "@reprise/model";
import type { RecordedSession } from "../library/file-library.ts";
import type { ReplayOptions } from "../restore/replay/replay-options.ts";
import type { RunOrder } from "../runs/open-run.ts";
import type { ThreadHistory } from "../runs/thread-history.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

/** Without its run. */
type Order = Omit<RunOrder, "run">;

export function newOrder(wish: RunWish, reader: EvidenceReader): Order {
  const { agent, cwd, scope, settings, instructions, canAnswer, lineage, carries } = wish;
  return {
    agent,
    scope: scope ?? reader.scopeOf(cwd),
    workspace: cwd,
    home: null,
    settings: { ...noSettings, ...settings, cwd },
    kept: new Set(),
    whenAsked: canAnswer ? "ask" : "decline",
    lineage: lineage ?? null,
    carries: carries ?? [],
    instructions: instructions ?? null,
    resume: null,
  };
}

export function resumeOrder(
  plan: PlanOf<"resume">,
  { session, home }: RecordedSession,
  history: ThreadHistory,
  consent: Consent,
  reader: EvidenceReader,
): Order {
  const cwd = plan.settings.cwd ?? session.workspace ?? reader.host.homeFolder;
  return {
    agent: session.agent,
    scope: history.latest?.scope ?? reader.scopeOf(cwd),
    workspace: session.workspace,
    home,
    settings: plan.settings,
    ...keptOf(plan, consent),
    whenAsked: consent.canAnswer ? "ask" : "decline",
    lineage: null,
    carries: consent.carries ?? [],
    instructions: history.latest?.instructions ?? null,
    resume: { thread: session.thread, earlier: history.latest, basis: plan.basis },
  };
}

/** A new thread: in the old one's home for the same agent, else in the other agent's own. */
export function replayOrder(
  plan: PlanOf<"fork" | "replay">,
  { session, home }: RecordedSession,
  { latest }: Pick<ThreadHistory, "latest">,
  consent: Consent,
  reader: EvidenceReader,
): Omit<ReplayOptions["order"], "run"> {
  const cwd = plan.settings.cwd ?? session.workspace ?? reader.host.homeFolder;
  return {
    agent: plan.target,
    // A replay continues a review.
    scope: plan.mode === "replay" && latest && isAboutReview(latest.scope) ? latest.scope : reader.scopeOf(cwd),
    workspace: cwd,
    home: plan.target === session.agent ? home : null,
    settings: plan.settings,
    ...keptOf(plan, consent),
    whenAsked: consent.canAnswer ? "ask" : "decline",
    carries: consent.carries ?? [],
    lineage: { kind: plan.mode, session: session.id, turn: plan.turns.to },
  };
}

/** Approvals that the person agreed to. */
function keptOf(plan: ThreadPlan, consent: Consent): Pick<RunOrder, "kept" | "claimed"> {
  const { saved, claimed } = agreedApprovals(plan, consent);
  const hashes = (approvals: readonly KeptApproval[]) => approvals.map(({ hash }) => hash);
  return { kept: new Set(hashes([...saved, ...claimed])), claimed: new Set(hashes(claimed)) };
}
