import { GuardedQuestion } from "@reprise/model";
import type { Key, Keyboard } from "../../ask/keyboard.ts";
import type { Machine } from "../../machine.ts";
import type { RunStopper } from "../run/stop-on-signal.ts";

/**
 * Keys while history is sent. Esc, `q` or Ctrl-C cancels; a second press ends the run. Enter counts only once it has been asked
 * for and a moment has passed, so earlier presses send nothing.
 */
export class RestoreKeys {
  readonly #machine: Pick<Machine, "openKeyboard" | "sleep">;
  #guard: GuardedQuestion | null = null;
  #stopper: RunStopper | null = null;
  #watch: { readonly keyboard: Keyboard; readonly stop: AbortController } | null = null;
  #answer: ((goesOn: boolean) => void) | null = null;
  #isLeaving = false;

  constructor(machine: Pick<Machine, "openKeyboard" | "sleep">) {
    this.#machine = machine;
  }

  async open(stopper: RunStopper): Promise<void> {
    this.#stopper = stopper;
    await this.#begin();
  }

  /** Permanent. A pending wait resolves as "do not continue". */
  close(): void {
    this.#stopper = null;
    this.#end();
    this.#answer?.(false);
  }

  /** Releases the keys for the duration of `work`. */
  async lent<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#end();
    try {
      return await work();
    } finally {
      if (this.#stopper !== null) await this.#begin();
    }
  }

  /** True on Enter, false on Esc. `onReady` is called when Enter counts. */
  async mayGoOn(ask: () => Promise<void>, onReady: () => void = () => {}): Promise<boolean> {
    if (this.#watch === null || this.#isLeaving) return false;
    const answered = new Promise<boolean>((resolve) => {
      this.#answer = resolve;
    });
    await ask();
    const guard = new GuardedQuestion((ms) => this.#machine.sleep(ms, new AbortController().signal));
    this.#guard = guard;
    void guard.ready().then(() => {
      if (this.#guard === guard) onReady();
    });
    return answered.finally(() => {
      this.#answer = null;
      this.#guard = null;
    });
  }

  async #begin(): Promise<void> {
    const [keyboard, stop] = [await this.#machine.openKeyboard(), new AbortController()];
    this.#watch = { keyboard, stop };
    void this.#read(keyboard, stop.signal);
  }

  #end(): void {
    this.#watch?.stop.abort();
    this.#watch?.keyboard.close();
    this.#watch = null;
  }

  async #read(keyboard: Keyboard, signal: AbortSignal): Promise<void> {
    for (;;) {
      const key = await keyboard.next(signal);
      if (signal.aborted) return;
      if (key === "closed") return this.close();
      this.#press(key);
    }
  }

  #press(key: Key): void {
    if (key === "enter" && this.#guard?.accepts()) this.#answer?.(true);
    if (key !== "escape" && key !== "interrupt" && key.toLowerCase() !== "q") return;
    const [answer, isSecond] = [this.#answer, this.#isLeaving];
    this.#isLeaving = true;
    if (isSecond) this.#stopper?.end();
    else if (answer !== null) answer(false);
    else this.#stopper?.stop();
  }
}
