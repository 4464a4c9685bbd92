import { changed } from "./named-list.ts";
import { outputAfter, type SavedState, savedAfter, withDropped } from "./saved-state.ts";
import type { ExecOutput, SavedChange } from "./workbench.ts";

/** Folds many changes: what thousands of outputs cost to copy is paid once, not for each of them. */
export class SavedFold<State extends SavedState> {
  #state: State;
  /** Those of the state, while nobody else has them. */
  #own: Record<string, ExecOutput> | null = null;

  constructor(state: State) {
    this.#state = state;
  }

  /** Does not change with later changes. */
  get state(): State {
    this.#own = null;
    return this.#state;
  }

  add(change: SavedChange): void {
    if (change.type !== "output") {
      this.#state = savedAfter(this.#state, change);
      if (change.type === "removed") this.#own = null;
      return;
    }
    const [output, dropped] = outputAfter(this.#state, change);
    this.#own ??= { ...this.#state.outputs };
    // Not by assignment, which takes the id `__proto__` for something else.
    const rights = { configurable: true, enumerable: true, writable: true };
    Object.defineProperty(this.#own, change.exec, { value: output, ...rights });
    const execs =
      dropped === 0 ? this.#state.execs : changed(this.#state.execs, change.exec, (exec) => withDropped(exec, dropped));
    this.#state = { ...this.#state, outputs: this.#own, execs };
  }
}
