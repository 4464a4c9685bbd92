import {
  type AnswerGuard,
  choicesAmong,
  type Decision,
  type DecisionChoice,
  type Drift,
  driftChoices,
  mildestNo,
  newQuestion,
  type Request,
} from "@reprise/model";
import { emptyField, type Field } from "../../../widgets/field.ts";

/** A request to the user. The first unanswered one is shown. */
export type Ask =
  | { readonly kind: "request"; readonly id: string; readonly request: Request; readonly isAnswered: boolean }
  | {
      readonly kind: "drift";
      readonly id: string;
      readonly drift: readonly Drift[];
      readonly isAnswered: boolean;
    };

/** The user's progress with the shown request. */
export interface Asking {
  readonly id: string;
  /** Until it is ready, keys are meant for the composer. */
  readonly guard: AnswerGuard;
  readonly chosen: number;
  readonly scroll: number;
  readonly seen: SeenRows;
  /** The user tried to allow it before seeing all of it. */
  readonly isHurried: boolean;
  readonly question: number;
  /** A free-text answer. */
  readonly field: Field;
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** A command that is being written, from its slash on: its letters answer nothing. */
  readonly command: string | null;
}

/** How many rows of the request were shown, from the first on without a gap. */
export interface SeenRows {
  readonly rows: number;
  /** Another width gives different rows. */
  readonly columns: number;
  readonly isWhole: boolean;
}

export const notSeen: SeenRows = { rows: 0, columns: 0, isWhole: false };

export function askingAbout(id: string): Asking {
  return {
    id,
    guard: newQuestion,
    chosen: 0,
    question: 0,
    scroll: 0,
    seen: notSeen,
    isHurried: false,
    field: emptyField,
    answers: {},
    command: null,
  };
}

export function activeAsk(asks: readonly Ask[]): Ask | null {
  return asks.find(({ isAnswered }) => !isAnswered) ?? null;
}

export function waitingCount(asks: readonly Ask[]): number {
  return asks.filter(({ isAnswered }) => !isAnswered).length;
}

/** In fixed order; only what the agent offers. */
export function choicesOf(ask: Ask): readonly DecisionChoice[] {
  return ask.kind === "drift" ? driftChoices : choicesAmong(ask.request.choices);
}

/** The answer Esc gives. */
export function refusalOf(ask: Ask): Decision | null {
  return mildestNo(choicesOf(ask).map(({ decision }) => decision));
}
