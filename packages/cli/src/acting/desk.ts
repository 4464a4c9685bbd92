import { setImmediate as soon } from "node:timers/promises";
import type { Request, RestoreEvent } from "@reprise/model";
import type { Questions } from "../ask/questions.ts";
import type { Output } from "../output.ts";
import { answerTo } from "./answer.ts";
import type { Face } from "./face.ts";
import type { Hold } from "./hold.ts";

interface Desk {
  readonly face: Face;
  readonly person: Questions | null;
  readonly hold: Hold;
  readonly stderr: Output;
  /** Of the terminal. */
  readonly columns: number;
}

/**
 * Shows events in their order and asks the person what the agent asks. While a question is open, what happens meanwhile
 * waits to be shown; a question that something else has answered is taken back.
 */
export class RequestDesk {
  readonly #desk: Desk;
  readonly #open = new Map<string, AbortController>();
  #shown: Promise<void> = Promise.resolve();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Resolves when the event is shown, or waits behind a question. */
  async show(event: RestoreEvent): Promise<void> {
    if (event.type === "request-resolved") this.#open.get(event.id)?.abort();
    if (event.type === "turn-ended" || event.type === "run-ended") this.withdrawAll();
    const isQuestion = event.type === "request" && this.#desk.person !== null;
    if (isQuestion) this.#open.set(event.request.id, new AbortController());
    this.#shown = this.#shown.then(() => this.#do(event));
    if (this.#open.size === 0) await this.#shown;
    else this.#shown.catch(() => {}); // told to whoever waits next
  }

  withdrawAll(): void {
    for (const question of this.#open.values()) question.abort();
  }

  drained(): Promise<void> {
    return this.#shown;
  }

  async #do(event: RestoreEvent): Promise<void> {
    try {
      await this.#desk.face.show(event);
      if (event.type === "request") await this.#ask(event.request);
    } finally {
      if (event.type === "request") this.#open.delete(event.request.id);
    }
  }

  async #ask(request: Request): Promise<void> {
    const { person, hold, face, stderr, columns } = this.#desk;
    const signal = this.#open.get(request.id)?.signal;
    if (person === null || signal === undefined) return;
    await soon(); // an approval kept from before answers at once
    if (signal.aborted) return;
    await face.settle();
    const reply = await answerTo(request, { person, stderr, signal, columns });
    if (reply === "withdrawn") return;
    if (reply === "stop") hold.stop();
    else hold.controls()?.answer(request.id, reply);
  }
}
