import type { RestoreMode, RestorePlan, SessionSummary } from "@reprise/model";
import type { LiveBeginning } from "../kernel/opening.ts";
import { modeAfter, modeLabels } from "../screens/restore/modes.ts";
import { type Asked, wishOf } from "../screens/restore/subject.ts";
import { needsWider } from "../screens/restore/why-not.ts";
import { count } from "../text/count.ts";
import type { World } from "../world.ts";
import { askYesNo, choose, type Lines, type Next, say } from "./lines.ts";
import { planText } from "./plan-text.ts";
import { talk } from "./talk.ts";

/** The plan as text, what has to be agreed to as questions; then the conversation. Nothing starts without a yes. */
export async function restoreSession(
  session: SessionSummary,
  modes: readonly RestoreMode[],
  world: World,
  lines: Lines,
): Promise<Next> {
  let asked: Asked = { modes, to: null, at: null, settings: {}, allowsWider: false };
  let plan = await planned(session, asked, world, lines);
  for (;;) {
    say(lines, planText(plan, session));
    if (needsWider(plan) && !asked.allowsWider) {
      const allows = await askYesNo(
        lines,
        "It would be allowed more than it was, as said above. Allow just that?",
      );
      if (allows === null) return "quit";
      if (!allows) return "back";
      asked = { ...asked, allowsWider: true };
      plan = await planned(session, asked, world, lines);
      continue;
    }
    if (plan.mode === null) {
      const next = modeAfter(asked.modes.at(-1) ?? "resume");
      if (next === null) {
        say(lines, "There is nothing left to try. It can always be viewed.");
        return "back";
      }
      const wants = await askYesNo(lines, `Plan ${modeLabels[next]} instead?`);
      if (wants === null) return "quit";
      if (!wants) return "back";
      asked = { ...asked, modes: [next] };
      plan = await planned(session, asked, world, lines);
      continue;
    }
    const begin = await agreedTo(plan, session, asked, world, lines);
    if (begin === null || begin === "quit") return begin ?? "back";
    const after = await talk(begin, world, lines);
    if (after === "back" || after === "quit") return after;
    asked = { ...asked, modes: after.mode === null ? asked.modes : [after.mode] };
    plan = after;
  }
}

async function planned(
  session: SessionSummary,
  asked: Asked,
  world: World,
  lines: Lines,
): Promise<RestorePlan> {
  say(lines, "Planning. Nothing is started.");
  return (await world.runner()).plan(session.id, wishOf(asked));
}

/** Null when the person does not want it after all. */
async function agreedTo(
  plan: RestorePlan,
  session: SessionSummary,
  { allowsWider }: Asked,
  world: World,
  lines: Lines,
): Promise<LiveBeginning | "quit" | null> {
  if (plan.mode === "handoff") return withBrief(plan, session, world, lines);
  const { approvals, account } = plan;
  const ask = async (isAsked: boolean, question: string) => (isAsked ? askYesNo(lines, question) : false);
  const reapplies = await ask(
    approvals.length > 0,
    `Let ${count(approvals.length, "kept approval")} answer again?`,
  );
  const tells = await ask(account !== null, "Tell the agent what was left unfinished?");
  const steps = await ask(plan.via === "segments", "Go step by step, with a question before each segment?");
  if (reapplies === null || tells === null || steps === null) return "quit";
  const starts = await askYesNo(lines, `Start ${modeLabels[plan.mode ?? "resume"]} now?`);
  if (starts === null) return "quit";
  if (!starts) return null;
  return {
    ...{ kind: "restore", session, plan, allowsWider },
    reappliesApprovals: reapplies,
    tellsAccount: tells,
    isStepwise: steps,
  };
}

async function withBrief(
  { brief }: RestorePlan,
  session: SessionSummary,
  world: World,
  lines: Lines,
): Promise<LiveBeginning | null> {
  const text = brief ?? "";
  const wish = await choose(lines, "The brief is made; no agent was contacted.", [
    { label: `Begin a new session of ${world.agent} with it, unsent`, value: "begin" },
    { label: "Copy it to the clipboard of the terminal", value: "copy" },
  ]);
  if (wish === "copy") {
    world.copy(text);
    say(lines, "It was given to the terminal's clipboard.");
  }
  if (wish !== "begin") return null;
  return { kind: "new", draft: { text, cursor: text.length, savedAt: world.now() }, from: session };
}
