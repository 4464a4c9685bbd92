import {
  type Answers,
  costWords,
  exactLine,
  isExpectedToFail,
  needsWider,
  type PlanOf,
  questionsIn,
  type ReplayWay,
  type RestorePlan,
  type SessionSummary,
  wayText,
  widerWords,
} from "@reprise/model";
import type { LiveRoute } from "../kernel/route.ts";
import { modeAfter, modeNames } from "../screens/restore/modes.ts";
import { modeOf, type RestoreRequest, type Subject, wishOf } from "../screens/restore/restore-subject.ts";
import { whyNotFolder } from "../screens/restore/why-not.ts";
import type { World } from "../world.ts";
import { askYesNo, type Choice, choose, isBack, type Lines, type Next, say } from "./lines.ts";
import { planText } from "./plan-text.ts";

/** A plan that was agreed to. */
export interface Agreed {
  readonly route: LiveRoute;
  readonly subject: Subject;
}

/** Prints the plan and asks for consent, until there is one to start. Starts nothing. */
export async function agreeToPlan(given: Subject, world: World, lines: Lines): Promise<Agreed | Next> {
  let subject = given;
  for (;;) {
    const plan = subject.plan ?? (await planned(subject, world, lines));
    subject = { ...subject, plan };
    say(lines, planText(subject));
    const change = await changed(subject, lines);
    if (change === "back" || change === "quit") return change;
    if (change !== null) {
      subject = { ...subject, plan: null, asked: { ...subject.asked, ...change } };
      continue;
    }
    const route = await agreedTo(subject, plan, world, lines);
    return route === null || route === "quit" ? (route ?? "back") : { route, subject };
  }
}

async function planned({ session, asked }: Subject, world: World, lines: Lines): Promise<RestorePlan> {
  say(lines, "Planning. Nothing is started.");
  return (await world.runner()).plan(session.id, wishOf(asked));
}

/** Changes to the request before the plan can be agreed to; null if none are needed. */
async function changed(subject: Subject, lines: Lines): Promise<Partial<Subject["asked"]> | Next | null> {
  const { plan, asked } = subject;
  if (plan === null) return null;
  if (needsWider(plan) && !asked.allowsWider) {
    const what = widerWords(plan.drift);
    const question = `Wider permissions${what === "" ? ", as shown above" : `: ${exactLine(what)}`}. Allow exactly that?`;
    const allows = await askYesNo(lines, question);
    return allows === null ? "quit" : allows ? { allowsWider: true } : "back";
  }
  if (plan.mode === null) return chooseInstead(subject, lines);
  if (isExpectedToFail(plan)) {
    const replays = await askYesNo(lines, "It is expected to fail, as shown above. Replay instead?");
    if (replays === null) return "quit";
    if (replays) return { modes: ["replay"], via: null };
  }
  const way = asked.via === null ? await chooseWay(plan, lines) : null;
  if (way === null || way === "back" || way === "quit") return way;
  return plan.mode === "replay" && way === plan.via ? null : { modes: ["replay"], via: way };
}

/** Null if the user declines. */
async function agreedTo(
  { session, asked }: Subject,
  plan: RestorePlan,
  world: World,
  lines: Lines,
): Promise<LiveRoute | "quit" | null> {
  if (plan.mode === null) return null;
  if (plan.mode === "handoff") return withBrief(plan, session, world, lines);
  const answers: Answers = {};
  for (const { kind, text, no } of questionsIn(plan, { settings: asked.settings })) {
    // The cost is part of the last question.
    if (no === "stops" && kind !== "changes") continue;
    const isYes = await askYesNo(lines, `${text}?`);
    if (isYes === null) return "quit";
    if (!isYes && no === "stops") return null;
    Object.assign(answers, { [kind]: isYes });
  }
  const cost = costWords(plan);
  const starts = await askYesNo(lines, `${cost === null ? "" : `It costs ${cost}. `}${modeNames[plan.mode]} now?`);
  if (starts === null) return "quit";
  if (!starts) return null;
  return {
    kind: "restore",
    session,
    plan,
    answers,
    allowsWider: asked.allowsWider,
  };
}

async function withBrief(
  { brief: text }: PlanOf<"handoff">,
  session: SessionSummary,
  world: World,
  lines: Lines,
): Promise<LiveRoute | null> {
  const wish = await choose(lines, "The brief is made; no agent was contacted.", [
    { label: `Start a new ${world.agent} session with it, unsent`, value: "begin" },
    { label: "Copy it to the clipboard of the terminal", value: "copy" },
  ]);
  if (wish === "copy") {
    world.copy(text);
    say(lines, "Sent to the terminal's clipboard.");
  }
  if (wish !== "begin") return null;
  return { kind: "new", draft: { text, cursor: text.length, savedAt: world.now() }, from: session };
}

/** Alternatives to a refused plan; viewing is always possible. */
async function chooseInstead(subject: Subject, lines: Lines): Promise<Partial<RestoreRequest> | Next> {
  const { asked, here } = subject;
  const mode = modeAfter(modeOf(subject));
  const choices: Choice<Partial<RestoreRequest>>[] = [];
  if (mode !== null) choices.push({ label: `${modeNames[mode]} instead`, value: { modes: [mode], via: null } });
  if (whyNotFolder(subject) === null && asked.settings.cwd !== here.cwd) {
    const settings = { ...asked.settings, cwd: here.cwd };
    choices.push({ label: `In this folder: ${here.cwd}`, value: { settings } });
  }
  if (choices.length === 0) {
    say(lines, "There is nothing left to try. It can always be viewed.");
    return "back";
  }
  choices.push({ label: "Plan again", value: {} });
  return (await choose(lines, "What now? Nothing was started.", choices)) ?? "back";
}

/** How a replay sends the history, if the agent supports several ways. An empty line keeps the planned one. */
async function chooseWay(plan: RestorePlan, lines: Lines): Promise<ReplayWay | Next | null> {
  if (plan.mode !== "replay") return null;
  const { ways, via } = plan;
  if (ways.length < 2) return via;
  say(lines, "Ways to give the new thread its history:", ...ways.map((one, index) => `${index + 1}. ${wayText(one)}`));
  for (;;) {
    const line = (await lines.ask(`Number, Enter for ${via}, or back: `))?.trim().toLowerCase();
    if (line === undefined) return "quit";
    if (line === "") return via;
    if (isBack(line)) return "back";
    const chosen = /^\d+$/.test(line) ? ways[Number(line) - 1] : undefined;
    if (chosen) return chosen.way;
    say(lines, `Please type a number from 1 to ${ways.length}, or back.`);
  }
}
