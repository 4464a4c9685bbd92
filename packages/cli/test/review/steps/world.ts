import { After, Before, setDefaultTimeout, setWorldConstructor, World } from "@cucumber/cucumber";
import type { PtyProgram } from "@reprise/testkit";
import type { Ended, NamedRun } from "../../live-stage.ts";
import { ReviewStage, type Working } from "../review-stage.ts";

/** What the steps of one scenario share. */
export class ReviewWorld extends World {
  #stage: ReviewStage | null = null;
  #run: NamedRun | null = null;
  #ended: Ended | null = null;
  #terminal: PtyProgram | null = null;
  /** Runs at once. */
  readonly working: Working[] = [];
  /** Requests to the model when the run was interrupted. */
  askedBefore = 0;
  /** How much the terminal had shown when the resume prompt was answered. */
  shownUntil = 0;

  get stage(): ReviewStage {
    return there(this.#stage, "stage");
  }

  /** The run that was interrupted, or is. */
  get run(): NamedRun {
    return there(this.#run, "run");
  }

  set run(run: NamedRun) {
    this.#run = run;
    this.askedBefore = this.stage.live.asked().length;
  }

  /** The last command that was waited for. */
  get ended(): Ended {
    return there(this.#ended, "ended command");
  }

  set ended(ended: Ended) {
    this.#ended = ended;
  }

  get terminal(): PtyProgram {
    return there(this.#terminal, "terminal");
  }

  set terminal(terminal: PtyProgram) {
    this.#terminal = terminal;
  }

  /** The last event of the last command. */
  get done(): { readonly state?: unknown; readonly thread?: unknown; readonly type?: string } {
    return this.ended.events.at(-1) ?? {};
  }

  async open(): Promise<void> {
    this.#stage = await ReviewStage.open("review");
  }

  async close(): Promise<void> {
    await this.#stage?.close();
  }
}

function there<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new Error(`The scenario has no ${what} yet.`);
  return value;
}

setWorldConstructor(ReviewWorld);
setDefaultTimeout(240_000); // against hanging only

Before(async function (this: ReviewWorld) {
  await this.open();
});

After(async function (this: ReviewWorld) {
  await this.close();
});
