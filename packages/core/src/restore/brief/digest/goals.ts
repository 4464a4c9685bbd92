import { Clip, type Size } from "../text/clip.ts";
import { courseOf, isNewRequest, isSmallTalk } from "./prompt-intent.ts";
import { type Positioned, Rewindable } from "./rewindable.ts";
import { topicWords } from "./topic-words.ts";

export const goalSize: Size = { head: 24_000, tail: 8_000 };
const refinementSize: Size = { head: 600, tail: 0 };

interface StatedGoal extends Positioned {
  readonly turn: number;
  readonly text: Clip;
  readonly words: ReadonlySet<string>;
}

/** The user's current goal. */
export interface Goal {
  readonly place: number;
  readonly turn: number;
  readonly text: Clip;
  /** Later requests within the goal; the last ones, oldest first. */
  readonly refinements: readonly { readonly turn: number; readonly text: Clip }[];
  readonly refinementCount: number;
}

/** Position of a prompt, and its context. */
interface PromptPosition extends Positioned {
  readonly turn: number;
  /** Earlier requests are done, and the agent has no open question. */
  readonly isAfterCompletion: boolean;
  /** Paths touched by the work since. */
  readonly touched: readonly string[];
}

/** Tracks the goal through a session; can be rewound. */
export class Goals {
  readonly #goals = new Rewindable<StatedGoal>(20);
  readonly #refinements = new Rewindable<StatedGoal & { readonly number: number }>(40);
  /** Where the user dropped the goal without naming another. */
  readonly #withdrawals = new Rewindable<Positioned & { readonly turn: number }>(20);

  /** `prompt`: the whole text. `request`: without standing constraints. */
  take(prompt: string, request: string, at: PromptPosition): void {
    if (isSmallTalk(prompt)) return;
    const { place, turn } = at;
    const course = courseOf(prompt);
    if (course === "withdrawn") return this.#withdrawals.push({ place, turn });
    const said = (size: Size) => ({ place, turn, text: new Clip(prompt, size), words: topicWords(request) });
    if (this.#isReplacedBy(request, course, at)) this.#goals.push(said(goalSize));
    else if (request.trim() !== "" && !isSmallTalk(request))
      this.#refinements.push({
        ...said(refinementSize),
        number: this.#countSince(this.#goals.rows.at(-1)) + 1,
      });
  }

  #isReplacedBy(request: string, course: ReturnType<typeof courseOf>, at: PromptPosition): boolean {
    const goal = this.#goals.rows.at(-1);
    if (!goal || course === "changed" || this.#isWithdrawn(goal)) return true;
    if (!at.isAfterCompletion) return false;
    const since = this.#refinements.rows.filter(({ place }) => place > goal.place);
    const words = [goal, ...since].flatMap((said) => [...said.words]);
    return isNewRequest(request, new Set([...words, ...topicWords(at.touched.join(" "))]));
  }

  #isWithdrawn({ place }: Positioned): boolean {
    return (this.#withdrawals.rows.at(-1)?.place ?? -1) > place;
  }

  #countSince(goal: StatedGoal | undefined): number {
    const last = this.#refinements.rows.at(-1);
    return last && goal && last.place > goal.place ? last.number : 0;
  }

  takeBack(from: number): void {
    for (const rows of [this.#goals, this.#refinements, this.#withdrawals]) rows.takeBack(from);
  }

  current(): Goal | null {
    const goal = this.#goals.rows.at(-1);
    if (!goal || this.#isWithdrawn(goal)) return null;
    const refinements = this.#refinements.kept().filter(({ place }) => place > goal.place);
    const { place, turn, text } = goal;
    return { place, turn, text, refinements, refinementCount: this.#countSince(goal) };
  }

  /** The turn in which the user dropped the goal without naming another; null if there is a goal. */
  withdrawnIn(): number | null {
    const goal = this.#goals.rows.at(-1);
    return goal && this.#isWithdrawn(goal) ? (this.#withdrawals.rows.at(-1)?.turn ?? null) : null;
  }
}
