import { agentOf, type PlanOf, type Wish } from "@reprise/model";
import { comparedWith, type Evidence, recordedSettings } from "./plan-resume.ts";
import { settingsFor } from "./replay/plan-replay.ts";

interface HandoffParts {
  readonly turns: { readonly from: number; readonly to: number };
  readonly brief: () => Promise<{ readonly text: string; readonly tokens: number }>;
}

/** A text to continue from anywhere. Contacts no agent. */
export async function planHandoff(
  evidence: Evidence,
  wish: Wish,
  { turns, brief }: HandoffParts,
): Promise<PlanOf<"handoff" | null>> {
  const target = wish.to ?? agentOf(evidence.session);
  const settings = settingsFor(target, evidence, wish);
  const { session, basis, pending, unfinished, owner, unsentPrompt } = evidence;
  const common = {
    session,
    target,
    basis,
    pending,
    unfinished,
    owner,
    // A brief grants nothing; a run started from it uses these settings.
    ...comparedWith(recordedSettings(evidence.about), settings, evidence, { target, wish }),
  };
  if (turns.to < turns.from) {
    const detail = "It has no messages: nothing to hand off.";
    const refusals = [{ mode: "handoff", reason: "nothing-to-tell", detail }] as const;
    return { mode: null, ...common, refusals, via: null, ways: [], ailments: [], unsentPrompt };
  }
  const { text, tokens } = await brief();
  const lost = ["Only the brief is sent; the old session stays complete."];
  return {
    mode: "handoff",
    ...common,
    refusals: [],
    turns,
    brief: text,
    tokens,
    lost,
  };
}
