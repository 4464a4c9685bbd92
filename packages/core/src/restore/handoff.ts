import { agentOf, type RestorePlan, type Wish } from "@reprise/model";
import { comparedWith, type Evidence, noReplay, recordedSettings } from "./plan.ts";
import { settingsFor } from "./replay/plan.ts";

export interface HandoffParts {
  readonly turns: { readonly from: number; readonly to: number };
  readonly brief: () => Promise<{ readonly text: string; readonly tokens: number }>;
}

/** A text for a person to go on with, anywhere. No agent is contacted. */
export async function planHandoff(
  evidence: Evidence,
  wish: Wish,
  { turns, brief }: HandoffParts,
): Promise<RestorePlan> {
  const isEmpty = turns.to < turns.from;
  const target = wish.to ?? agentOf(evidence.session);
  const settings = settingsFor(target, evidence, wish);
  const { text, tokens } = isEmpty ? { text: null, tokens: 0 } : await brief();
  const detail = "Nothing was ever said in it: there is nothing to hand off.";
  return {
    mode: isEmpty ? null : "handoff",
    session: evidence.session,
    target,
    ...noReplay,
    turns,
    basis: evidence.basis,
    settings,
    // Nothing is granted by a brief; a run that is begun with it takes these settings.
    ...comparedWith(recordedSettings(evidence.about), settings, evidence, { target, wish }),
    refusals: isEmpty ? [{ mode: "handoff", reason: "nothing-to-tell", detail }] : [],
    segments: [],
    tokens,
    brief: text,
    approvals: [],
    pending: evidence.pending,
    unfinished: evidence.unfinished,
    lost: ["everything the brief leaves out: the old session still has it"],
    unchecked: [],
    owner: evidence.owner,
    prompt: null,
    account: null,
  };
}
