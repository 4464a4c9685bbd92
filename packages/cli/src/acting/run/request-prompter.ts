import { setImmediate as soon } from "node:timers/promises";
import type { PlanOf, Request, RestoreEvent, RestoreQuestion } from "@reprise/model";
import type { Questions } from "../../ask/questions.ts";
import type { Output } from "../../output.ts";
import { count } from "../../print/words.ts";
import { goesOn } from "../consent.ts";
import type { RestoreKeys } from "../restore/restore-keys.ts";
import { answerTo } from "./ask-answer.ts";
import type { RunPrinter } from "./run-printer.ts";
import type { RunStopper } from "./stop-on-signal.ts";

interface PrompterParts {
  readonly printer: RunPrinter;
  readonly person: Questions | null;
  readonly stopper: RunStopper;
  /** Keys while history is sent; null when there are none. */
  readonly keys: RestoreKeys | null;
  readonly segments: PlanOf<"replay">["segments"];
  readonly stderr: Output;
  readonly columns: number;
}

/** Shows events in order and asks about requests. Events queue behind a question; one answered elsewhere is withdrawn. */
export class RequestPrompter {
  readonly #parts: PrompterParts;
  readonly #open = new Map<string, AbortController>();
  #shown: Promise<void> = Promise.resolve();

  constructor(parts: PrompterParts) {
    this.#parts = parts;
  }

  /** Resolves when the event is shown, or queued behind a question. */
  async show(event: RestoreEvent): Promise<void> {
    if (event.type === "request-resolved" || event.type === "question-resolved") this.#open.get(event.id)?.abort();
    if (event.type === "turn-ended" || event.type === "run-ended") this.withdrawAll();
    const id = idOf(event);
    if (id !== null && this.#parts.person !== null) this.#open.set(id, new AbortController());
    this.#shown = this.#shown.then(() => this.#do(event));
    if (this.#open.size === 0) await this.#shown;
    else this.#shown.catch(() => {}); // reported to the next caller
  }

  withdrawAll(): void {
    for (const question of this.#open.values()) question.abort();
  }

  drained(): Promise<void> {
    return this.#shown;
  }

  async #do(event: RestoreEvent): Promise<void> {
    try {
      await this.#parts.printer.show(event);
      if (event.type === "request") await this.#ask(event.request);
      if (event.type === "question") await this.#decide(event.question);
    } finally {
      const id = idOf(event);
      if (id !== null) this.#open.delete(id);
    }
  }

  async #ask(request: Request): Promise<void> {
    const { person, stopper, printer, stderr, columns } = this.#parts;
    const signal = this.#open.get(request.id)?.signal;
    if (person === null || signal === undefined) return;
    await soon(); // a saved approval answers at once
    if (signal.aborted) return;
    await printer.settle();
    const reply = await answerTo(request, { person, stderr, signal, columns });
    if (reply === "withdrawn") return;
    if (reply === "stop") stopper.stop();
    else stopper.controls()?.answer(request.id, reply);
  }

  async #decide(question: RestoreQuestion): Promise<void> {
    const { person, keys, stopper, printer } = this.#parts;
    const signal = this.#open.get(question.id)?.signal;
    if (person === null || signal === undefined || signal.aborted) return;
    await printer.settle();
    if (question.kind === "segment") {
      const isYes = await this.#maySend(question.segment);
      if (isYes !== null) stopper.controls()?.decide(question.id, isYes);
      return;
    }
    const ask = () => goesOn(person, question.drift, signal);
    const answer = keys === null ? await ask() : await keys.lent(ask);
    if (answer !== "withdrawn") stopper.controls()?.decide(question.id, answer === "yes");
  }

  async #maySend(number: number): Promise<boolean | null> {
    const { keys, segments, stderr } = this.#parts;
    if (keys === null) return null;
    const segment = segments.find((one) => one.number === number);
    const size = segment === undefined ? "" : ` (about ${count(segment.tokens, "token")})`;
    const words = `Segment ${number} of ${Math.max(number, segments.length)}${size}`;
    const isYes = await keys.mayGoOn(
      () => stderr.write(`${words}: Enter sends it, Esc cancels`),
      () => void stderr.write(" "), // the cursor leaves the question when Enter counts
    );
    await stderr.write("\n");
    return isYes;
  }
}

function idOf(event: RestoreEvent): string | null {
  if (event.type === "request") return event.request.id;
  return event.type === "question" ? event.question.id : null;
}
