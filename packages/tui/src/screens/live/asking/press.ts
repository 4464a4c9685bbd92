import { type Answer, pressedTooEarly, type Question } from "@reprise/model";
import { targetAction } from "../../../kernel/click-zones.ts";
import type { Input } from "../../../kernel/input.ts";
import { actionFor } from "../../../kernel/keys.ts";
import { editField, emptyField } from "../../../widgets/field.ts";
import { type Ask, type Asking, choicesOf, notSeen, refusalOf, type SeenRows } from "./ask.ts";
import { askingKeys } from "./keys.ts";

export interface Pressed {
  readonly asking: Asking;
  /** Set: the request is answered. `stop`: the agent offers no refusal, so the turn is stopped. */
  readonly answer: Answer | "stop" | null;
}

/** The scroll range of the request, and how much is visible. */
export interface Reach {
  readonly top: number;
  readonly lowest: number;
  readonly room: number;
  readonly columns: number;
  /** The window has no room for the request. */
  readonly isTooSmall: boolean;
}

/** A key in an armed modal. Unknown keys do nothing; a request not yet seen in full can be refused or scrolled, not allowed. */
export function pressAsking(before: Asking, ask: Ask, input: Input, reach: Reach): Pressed {
  const asking = { ...before, scroll: reach.top, seen: looked(before.seen, reach) };
  const pressed = act(asking, ask, input, reach);
  if (pressed.answer === null || isRefusal(pressed.answer) || asking.seen.isWhole) return pressed;
  const kept = reach.room > 1 ? 1 : 0;
  const on = Math.max(0, asking.seen.rows - kept) - asking.scroll;
  return still({ ...scrolled(asking, on, reach), isHurried: true });
}

/** Jumping to the end skips rows: those do not count as seen. */
function looked(before: SeenRows, { top, lowest, room, columns, isTooSmall }: Reach): SeenRows {
  if (isTooSmall) return before;
  const total = lowest + room;
  const known = before.columns === columns ? before.rows : before.isWhole ? total : 0;
  const rows = top <= known ? Math.max(known, top + room) : known;
  return { rows, columns, isWhole: rows >= total };
}

function act(asking: Asking, ask: Ask, input: Input, reach: Reach): Pressed {
  if (input.type === "wheel") return still(scrolled(asking, input.lines, reach));
  const question = questionOf(asking, ask);
  if (input.type === "paste") return question ? still(written(asking, question, input)) : still(asking);
  if (input.type === "click") return clicked(asking, ask, targetAction(input.target));
  if (input.type !== "key") return still(asking);
  // In a text field these keys edit the field.
  const key = question === null ? (ends[input.key] ?? input.key) : input.key;
  const action = actionFor(askingKeys, key);
  switch (question !== null && input.text === "q" ? null : action) {
    case "up":
      return still(moved(asking, -1, choiceCount(asking, ask)));
    case "down":
      return still(moved(asking, 1, choiceCount(asking, ask)));
    case "page-up":
      return still(scrolled(asking, -pageOf(reach), reach));
    case "page-down":
      return still(scrolled(asking, pageOf(reach), reach));
    case "top":
      return still(scrolled(asking, -reach.lowest, reach));
    case "end":
      return still(scrolled(asking, reach.lowest, reach));
    case "refuse": {
      const decision = refusalOf(ask);
      return { asking, answer: decision === null ? "stop" : { decision } };
    }
    case "answer":
      return question ? answered(asking, ask, question) : chosen(asking, ask);
    default:
      return question ? still(written(asking, question, input)) : byLetter(asking, ask, input.key);
  }
}

/** A choice answers like its letter; an option like Enter on it. */
function clicked(asking: Asking, ask: Ask, index: number | null): Pressed {
  if (index === null) return still(asking);
  const on = { ...asking, chosen: index };
  const question = questionOf(asking, ask);
  if (question === null) return chosen(on, ask);
  return index < question.options.length ? answered(on, ask, question) : still(on);
}

const ends: Readonly<Record<string, string>> = { home: "ctrl+home", end: "ctrl+end" };

/** One row overlaps, so that none is skipped. */
function pageOf({ room }: Reach): number {
  return Math.max(1, room - 1);
}

function scrolled(asking: Asking, by: number, { lowest }: Reach): Asking {
  return { ...asking, scroll: Math.max(0, Math.min(asking.scroll + by, lowest)) };
}

function isRefusal(answer: Answer | "stop"): boolean {
  return answer === "stop" || answer.decision === "decline" || answer.decision === "cancel";
}

export function questionOf({ question }: Asking, ask: Ask): Question | null {
  return ask.kind === "request" ? (ask.request.questions[question] ?? null) : null;
}

/** The options of a question, plus the text field. */
function choiceCount(asking: Asking, ask: Ask): number {
  const question = questionOf(asking, ask);
  return question ? question.options.length + 1 : choicesOf(ask).length;
}

function moved(asking: Asking, by: number, count: number): Asking {
  return { ...asking, chosen: Math.max(0, Math.min(count - 1, asking.chosen + by)) };
}

function written(asking: Asking, question: Question, input: Input): Asking {
  const field = editField(asking.field, input);
  return field ? { ...asking, field, chosen: question.options.length } : asking;
}

function chosen(asking: Asking, ask: Ask): Pressed {
  const choice = choicesOf(ask)[asking.chosen];
  return { asking, answer: choice ? { decision: choice.decision } : null };
}

function byLetter(asking: Asking, ask: Ask, key: string): Pressed {
  const choice = choicesOf(ask).find((one) => one.key === key.toLowerCase());
  return { asking, answer: choice ? { decision: choice.decision } : null };
}

const unseen = { scroll: 0, seen: notSeen, isHurried: false, field: emptyField } as const;

/** One question at a time; the last answer sends them all. */
function answered(asking: Asking, ask: Ask, question: Question): Pressed {
  const text = question.options[asking.chosen] ?? asking.field.text.trim();
  if (text === "") return still(asking);
  const answers = { ...asking.answers, [question.id]: [text] };
  const guard = pressedTooEarly(asking.guard); // the next question appears only now
  const next = { ...asking, answers, question: asking.question + 1, chosen: 0, ...unseen, guard };
  return questionOf(next, ask) ? still(next) : { asking: next, answer: { decision: "once", answers } };
}

function still(asking: Asking): Pressed {
  return { asking, answer: null };
}
