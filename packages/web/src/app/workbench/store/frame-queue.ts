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

/** As many values as a frame has time for; of more, a part, so that a burst does not stop the frames. */
const [perFrame, share] = [40, 0.1];

/** Collects values and hands them over frame by frame, in order. */
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
    if (this.#waiting.length === 1) this.#schedule(this.#next);
  }

  /** Hands over everything. */
  flush(): void {
    this.#hand(this.#waiting.length);
  }

  readonly #next = () => {
    this.#hand(Math.max(perFrame, Math.ceil(this.#waiting.length * share)));
    if (this.#waiting.length > 0) this.#schedule(this.#next);
  };

  #hand(count: number): void {
    if (this.#waiting.length === 0) return;
    this.#take(this.#waiting.splice(0, count));
  }
}
