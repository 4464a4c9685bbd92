import { randomUUID } from "node:crypto";
import { Problem } from "../problem.ts";

const MOST_PLANS = 100;

/** Plans that this server made, by their ids. Only these are carried out, each at most once. Forgets the oldest. */
export class IssuedPlans<Plan extends object> {
  readonly #plans = new Map<string, Plan>();
  readonly #ids = new WeakMap<Plan, string>();

  /** The same id for the same plan. */
  issue(plan: Plan): string {
    const known = this.#ids.get(plan);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.#ids.set(plan, id);
    this.#plans.set(id, plan);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > MOST_PLANS && oldest !== undefined) this.#plans.delete(oldest);
    return id;
  }

  /** Throws a `Problem` if there is none, or it was taken. */
  take(id: string): Plan {
    const plan = this.#plans.get(id);
    if (plan === undefined) throw planAgain();
    this.#plans.delete(id);
    return plan;
  }
}

function planAgain(): Problem {
  const message = "This plan was carried out already, or is too old, or of another server. Plan again.";
  return new Problem(409, { code: "refused", message });
}
