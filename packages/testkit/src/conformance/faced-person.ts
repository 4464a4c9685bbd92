import {
  type Answers,
  type ConsentKind,
  type ConsentQuestion,
  questionsIn,
  type RestorePlan,
  type Settled,
} from "@reprise/model";
import { PlannedRunner } from "../planned-runner.ts";

/** How a question was put: by itself, as part of starting what is shown, or by an option given before. */
type Put = "own" | "start" | "option";

export interface PutQuestion {
  readonly kind: ConsentKind;
  readonly put: Put;
  /** The line, tick or button that put it. */
  readonly line: string;
  readonly isYes: boolean;
  /** Rows that had not been shown by then. */
  readonly unseen: readonly string[];
}

/** A person in front of a face, who knows their answers and reads everything. A face that asks anything else fails. */
export class FacedPerson {
  readonly runner: PlannedRunner;
  readonly answers: Answers;
  readonly allowsWider: boolean;
  readonly put: PutQuestion[] = [];
  /** Ticks that were not as `atFirst` says. */
  readonly wrongTicks: ConsentKind[] = [];
  /** Everything shown so far. */
  text = "";
  readonly #questions: readonly ConsentQuestion[];

  constructor(
    plan: RestorePlan,
    says: { readonly answers: Answers; readonly allowsWider: boolean },
    settled?: Settled,
  ) {
    this.runner = new PlannedRunner(plan);
    this.answers = says.answers;
    this.allowsWider = says.allowsWider;
    this.#questions = questionsIn(plan, settled);
  }

  sees(text: string): void {
    this.text += `${text}\n`;
  }

  /** A question of its own. */
  answer(line: string): boolean {
    this.sees(line);
    const question = this.#questions.find(({ text }) => squeezed(line).includes(squeezed(text)));
    if (question === undefined) throw new Error(`Nothing asks about this: ${line}`);
    return this.#record(question, "own", line);
  }

  /** Whether to change a tick. */
  changes(label: string, isOn: boolean): boolean {
    const isYes = this.answer(label);
    const { kind } = this.put.at(-1) as PutQuestion;
    const question = this.#questions.find((one) => one.kind === kind);
    if (question?.atFirst !== isOn) this.wrongTicks.push(kind);
    return isYes !== isOn;
  }

  /** An option that is given before anything is shown. */
  gives(kind: ConsentKind): boolean {
    const question = this.#questions.find((one) => one.kind === kind);
    return question !== undefined && this.#record(question, "option", kind);
  }

  /** Starting what is shown: a yes to all that would stop it and was not asked by itself. */
  starts(line: string): boolean {
    this.sees(line);
    const left = this.#questions.filter(({ kind, no }) => no === "stops" && !this.put.some((one) => one.kind === kind));
    return left.map((question) => this.#record(question, "start", line)).every((isYes) => isYes);
  }

  #record({ kind, rows }: ConsentQuestion, put: Put, line: string): boolean {
    const isYes = this.answers[kind] === true;
    const shown = squeezed(this.text);
    const unseen = rows.map(({ text }) => text).filter((text) => !shown.includes(squeezed(text)));
    this.put.push({ kind, put, line, isYes, unseen });
    return isYes;
  }
}

/** Faces break lines where they like. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
