import { waitOver } from "@reprise/model";
import { targetAction, targetRow } from "../../kernel/click-zones.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Failed, Go, Returned, Size, Step } from "../../kernel/screen.ts";
import { count } from "../../text/count.ts";
import { isMove, rowsBy, topWithin } from "../../widgets/scroll.ts";
import { planBody } from "./body/plan-body.ts";
import { guardEnter, guardIfGrave } from "./enter-guard.ts";
import { type Action, keys } from "./keys.ts";
import { bodyHeight } from "./layout.ts";
import { planAgain, planAnew, planNextMode, planOtherFolder, planOtherTarget, planOtherWay } from "./plan-again.ts";
import { answered, questionsOf } from "./questions.ts";
import { showWider } from "./show-wider.ts";
import { startOf } from "./start.ts";
import type { Message, State, Task } from "./state.ts";
import * as whyNot from "./why-not.ts";

type RestoreStep = Step<State, Task>;

export function update(state: State, event: Input | Message | Returned | Failed, size: Size): RestoreStep {
  switch (event.type) {
    case "key": {
      const action = actionFor(keys, event.key);
      // Another key does not show that the plan was seen: it may have been typed before.
      return action === null ? { state } : act({ ...state, note: null }, action, size);
    }
    case "wheel":
      return scrolled(state, state.top + event.lines, size);
    case "resize":
      return scrolled(state, state.top, size);
    case "planned":
      return planned(state, event);
    case "enter-ready":
      return { state: { ...state, enterGuard: waitOver(state.enterGuard, event.edition) } };
    case "not-planned":
      if (event.request !== state.request) return { state };
      return { state: { ...state, subject: { ...state.subject, failure: event.reason } } };
    case "failed":
      return { state: { ...state, note: event.reason } };
    case "click":
      return clicked(state, event, size);
    case "paste":
    case "returned":
      return { state };
  }
}

/** The action is Enter, with its guard; a question is agreed to or not. */
function clicked(state: State, { target }: Input & { type: "click" }, size: Size): RestoreStep {
  if (targetAction(target) !== null) return act({ ...state, note: null }, "start", size);
  const row = targetRow(target);
  if (row === null) return { state };
  const enterGuard = { ...state.enterGuard, isReady: true };
  return act({ ...state, note: null, enterGuard, chosen: row }, "toggle", size);
}

function planned(state: State, { request, plan, at }: Message & { type: "planned" }): RestoreStep {
  if (request !== state.request) return { state };
  return guardIfGrave({
    ...state,
    plannedAt: at,
    note: null,
    subject: { ...state.subject, plan, failure: null },
  });
}

function act(state: State, action: Action, size: Size): RestoreStep {
  const { subject } = state;
  if (isMove(action)) {
    const page = Math.max(1, bodyHeight(state, size));
    return scrolled(state, state.top + rowsBy(action, page), size);
  }
  switch (action) {
    case "start":
      if (!state.enterGuard.isReady) return guardEnter({ ...state, note: tooSoon });
      return asStep(showWider(state, size)) ?? leave(state, startOf(state), whyNot.whyNotStart(subject));
    case "back":
      return { state, go: { back: true } };
    case "escape":
      return { state, go: { escape: true } };
    case "toggle":
      return toggle(state);
    case "next-consent":
      return { state: { ...state, chosen: (state.chosen + 1) % Math.max(1, questionsOf(state).length) } };
    case "mode":
      return unless(whyNot.whyNotMode(subject), state, planNextMode);
    case "way":
      return unless(whyNot.whyNotWay(subject), state, planOtherWay);
    case "wider":
      return unless(whyNot.whyNotWider(subject), state, (now) =>
        planAgain(now, { allowsWider: !subject.asked.allowsWider }),
      );
    case "step":
      return unless(whyNot.whyNotStep(subject), state, (now) => ({ state: answered(now, "steps") }));
    case "target":
      return unless(whyNot.whyNotTarget(subject), state, planOtherTarget);
    case "folder":
      return unless(whyNot.whyNotFolder(subject), state, planOtherFolder);
    case "copy":
      return unless(whyNot.whyNotCopy(subject), state, copy);
    case "view":
      return { state, go: { to: { screen: "viewer", session: subject.session, at: null, search: null } } };
    case "again":
      return planAnew(state);
    case "help":
      return { state, go: { to: help } };
  }
}

const tooSoon = "The plan is new. Read what it costs, permits or ends, then Enter.";

const help = {
  screen: "help",
  title: "Plan",
  sections: [{ title: "Keys", hints: keys.map(hintOf) }],
} as const;

function asStep(state: State | null): RestoreStep | null {
  return state && { state };
}

function leave(state: State, go: Go | null, reason: string | null): RestoreStep {
  return go === null ? { state: { ...state, note: reason } } : { state, go };
}

/** An unavailable key shows why. */
function unless(reason: string | null, state: State, then: (state: State) => RestoreStep): RestoreStep {
  return reason === null ? then(state) : { state: { ...state, note: reason } };
}

function toggle(state: State): RestoreStep {
  const question = questionsOf(state)[state.chosen];
  if (question === undefined) return { state: { ...state, note: "There is nothing to agree to here." } };
  return { state: answered(state, question.kind) };
}

function copy(state: State): RestoreStep {
  const { plan } = state.subject;
  if (plan?.mode !== "handoff") return { state };
  const note = `The brief (${count(plan.tokens, "token")}) was sent to the terminal's clipboard.`;
  return { state: { ...state, note }, tasks: [{ type: "copy", text: plan.brief }] };
}

function scrolled(state: State, top: number, size: Size): RestoreStep {
  const count = planBody(state.subject, size.columns).length;
  return { state: { ...state, top: topWithin(top, count, bodyHeight(state, size)) } };
}
