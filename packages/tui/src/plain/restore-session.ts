import type { RestoreMode, SessionSummary } from "@reprise/model";
import type { LiveRoute } from "../kernel/route.ts";
import { begin } from "../screens/restore/index.ts";
import type { Subject } from "../screens/restore/restore-subject.ts";
import type { World } from "../world.ts";
import { agreeToPlan } from "./agree-to-plan.ts";
import type { Lines, Next } from "./lines.ts";
import { runConversation } from "./run-conversation.ts";

/** Prints the plan, asks for consent, then runs the conversation. Nothing starts without a yes. */
export async function restoreSession(
  session: SessionSummary,
  modes: readonly RestoreMode[],
  world: World,
  lines: Lines,
): Promise<Next> {
  const { state } = begin({ screen: "restore", session, modes, isStepwise: false, plan: null }, world);
  const agreed = await agreeToPlan(state.subject, world, lines);
  return typeof agreed === "string" ? agreed : converse(agreed.route, agreed.subject, world, lines);
}

/** Conversations, one after another, as long as each leads to a plan that is agreed to. `planned`: what the first was planned from. */
export async function converse(first: LiveRoute, planned: Subject | null, world: World, lines: Lines): Promise<Next> {
  let [route, subject] = [first, planned];
  for (;;) {
    const after = await runConversation(route, world, lines);
    if (typeof after === "string") return after;
    if ("route" in after) {
      ({ route, subject } = after);
      continue;
    }
    // A new session is refused by its failure, not by a plan.
    if (subject === null) return "back";
    const asked = { ...subject.asked, modes: after.mode === null ? subject.asked.modes : [after.mode] };
    const agreed = await agreeToPlan({ ...subject, plan: after, asked }, world, lines);
    if (typeof agreed === "string") return agreed;
    ({ route, subject } = agreed);
  }
}
