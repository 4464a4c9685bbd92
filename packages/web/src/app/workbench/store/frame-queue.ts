/** Runs a callback soon, with everything else of the same frame. */
export type NextFrame = (run: () => void) => void;

/** The next animation frame; a hidden tab has none, so a timer runs it there. */
export const nextFrame: NextFrame = (run) => {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(once);
  setTimeout(once, 250);
};

/** Collects values and hands them over once per frame, in order. */
export class FrameQueue<Value> {
  readonly #take: (values: readonly Value[]) => void;
  readonly #schedule: NextFrame;
  #waiting: Value[] = [];

  constructor(take: (values: readonly Value[]) => void, schedule: NextFrame = nextFrame) {
    this.#take = take;
    this.#schedule = schedule;
  }

  add(value: Value): void {
    this.#waiting.push(value);
    if (this.#waiting.length === 1) this.#schedule(() => this.flush());
  }

  flush(): void {
    const values = this.#waiting;
    if (values.length === 0) return;
    this.#waiting = [];
    this.#take(values);
  }
}
