import { type Controls, SessionError } from "@reprise/model";

export type Order = "go" | "pause" | "stop" | "end";

/** Timers stop while the machine sleeps: the clock is looked at this often. */
const lookMs = 15_000;

/** What the person wants of work in progress. Reaches the agent's turn, if there is one. */
export class WorkOrders {
  #order: Order = "go";
  #turn: Controls | null = null;
  #change = Promise.withResolvers<void>();

  get order(): Order {
    return this.#order;
  }

  /** The controls of the turn that runs now; null when it has ended. An order given before reaches it too. */
  async direct(turn: Controls | null): Promise<void> {
    this.#turn = turn;
    await this.#reach();
  }

  async pause(): Promise<void> {
    if (this.#order === "go") await this.#give("pause");
  }

  async continueRound(): Promise<void> {
    if (this.#order === "go") return;
    if (this.#order !== "pause") throw new SessionError("refused", "The project is already being stopped.");
    await this.#give("go");
  }

  async stop(): Promise<void> {
    if (this.#order !== "end") await this.#give("stop");
  }

  async end(): Promise<void> {
    await this.#give("end");
  }

  /** Until the order changes. */
  async changed(): Promise<void> {
    await this.#change.promise;
  }

  /** Until the clock shows that time, or the order is no longer to go. */
  async waitUntil(ms: number, now: () => number): Promise<void> {
    while (this.#order === "go" && now() < ms) {
      const timer = Promise.withResolvers<void>();
      const waiting = setTimeout(timer.resolve, Math.min(ms - now(), lookMs));
      await Promise.race([timer.promise, this.#change.promise]);
      clearTimeout(waiting);
    }
  }

  async #give(order: Order): Promise<void> {
    this.#order = order;
    const change = this.#change;
    this.#change = Promise.withResolvers();
    change.resolve();
    await this.#reach();
  }

  async #reach(): Promise<void> {
    if (this.#turn === null || this.#order === "go") return;
    if (this.#order === "end") await this.#turn.end("cut-off");
    else await this.#turn.interrupt();
  }
}
