import type { Route } from "../../kernel/route.ts";
import type { Go } from "../../kernel/screen.ts";
import type { State } from "./state.ts";
import { whyNotStart } from "./why-not.ts";

/** The only way from here to a running agent; null if the plan cannot start. */
export function startOf(state: State): Go | null {
  const route = startedBy(state);
  if (route === null) return null;
  return state.isFromConversation ? { back: true, chosen: route } : { instead: route };
}

function startedBy({ subject, plannedAt, answers }: State): Route | null {
  const { plan, session, asked } = subject;
  if (plan === null || plan.mode === null || whyNotStart(subject) !== null) return null;
  if (plan.mode === "handoff") {
    const text = plan.brief;
    const draft = { text, cursor: text.length, savedAt: plannedAt };
    return { screen: "live", begin: { kind: "new", draft, from: session } };
  }
  return { screen: "live", begin: { kind: "restore", session, plan, answers, allowsWider: asked.allowsWider } };
}
