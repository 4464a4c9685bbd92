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
/** At sixty a second. */
const frameMs = 1000 / 60;
/** A frame that took longer is followed by free ones: one for each so many milliseconds more. */
const [restMs, mostRests] = [8, 6];

/** Collects values and hands them over frame by frame, in order. What is slow to draw is drawn less often. */
export class FrameQueue<Value> {
  readonly #take: (values: readonly Value[]) => void;
  readonly #schedule: NextFrame;
  readonly #now: () => number;
  #waiting: Value[] = [];
  #isScheduled = false;
  #rests = 0;
  /** When values were last handed over; null: the frame after that has begun. */
  #handedMs: number | null = null;

  constructor(
    take: (values: readonly Value[]) => void,
    schedule: NextFrame = nextFrame,
    now: () => number = () => performance.now(),
  ) {
    this.#take = take;
    this.#schedule = schedule;
    this.#now = now;
  }

  add(value: Value): void {
    this.#waiting.push(value);
    this.#wait();
  }

  /** Hands over everything. */
  flush(): void {
    this.#hand(this.#waiting.length);
  }

  #wait(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(this.#next);
  }

  readonly #next = () => {
    this.#isScheduled = false;
    if (this.#handedMs !== null) {
      const lateMs = this.#now() - this.#handedMs - frameMs;
      this.#rests = Math.min(mostRests, Math.max(0, Math.round(lateMs / restMs)));
      this.#handedMs = null;
    }
    if (this.#rests > 0) {
      this.#rests -= 1;
      return this.#wait();
    }
    if (this.#waiting.length === 0) return;
    this.#handedMs = this.#now();
    this.#hand(Math.max(perFrame, Math.ceil(this.#waiting.length * share)));
    this.#wait();
  };

  #hand(count: number): void {
    if (this.#waiting.length > 0) this.#take(this.#waiting.splice(0, count));
  }
}
