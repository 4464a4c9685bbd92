import type { MeasuredTerminal } from "./terminal.ts";

export const presses = 10_000;
/** By then everything that is kept is there. */
export const settledAfter = 2_000;
/** Memory rises until garbage is collected: it is the most in so many presses. */
const watched = 1_000;
/** So many at one, then as many at the next: what else the machine does hits them alike. */
const atATime = 200;

const keys = { up: "\x1b[A", down: "\x1b[B", pageUp: "\x1b[5~", pageDown: "\x1b[6~" };
export type Key = keyof typeof keys;

export interface Pressed {
  readonly name: string;
  readonly times: readonly number[];
  readonly unanswered: number;
  readonly settledBytes: number;
  readonly endBytes: number;
  readonly peakBytes: number;
}

export interface Pressable {
  readonly name: string;
  readonly terminal: MeasuredTerminal;
  /** It asks for arrows in the other of the two ways in which terminals send them. */
  readonly hasApplicationKeys?: boolean;
}

/** Presses the same keys at all of them, in turns. */
export async function pressOften(contestants: readonly Pressable[], ways: readonly [Key, Key]): Promise<Pressed[]> {
  const hands = contestants.map((contestant) => new Hand(contestant, ways));
  for (let press = 0; press < presses; press += atATime) {
    for (const hand of hands) await hand.press(press, press + atATime);
  }
  return hands.map((hand) => hand.pressed());
}

/** Down the list as a person reads it: each key comes when what it led to may just be loading. */
export async function pressAtPace(terminal: MeasuredTerminal, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let press = 0; press < count; press += 1) {
    const ms = await terminal.press(keys.down);
    if (ms !== null) times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 70 + ((press * 37) % 60)));
  }
  return times;
}

class Hand {
  readonly #contestant: Pressable;
  readonly #ways: readonly [Key, Key];
  readonly #times: number[] = [];
  #unanswered = 0;
  #settledBytes = 0;
  #endBytes = 0;

  constructor(contestant: Pressable, ways: readonly [Key, Key]) {
    this.#contestant = contestant;
    this.#ways = ways;
  }

  async press(from: number, to: number): Promise<void> {
    const { terminal } = this.#contestant;
    for (let press = from; press < to; press += 1) {
      const ms = await terminal.press(this.#bytesAt(press));
      if (ms === null) this.#unanswered += 1;
      else this.#times.push(ms);
      if (press % 50 === 0) this.#weigh(press);
    }
    if (this.#unanswered > presses / 100)
      throw new Error(`${this.#unanswered} of ${to} keys changed nothing on the screen of ${this.#contestant.name}.`);
  }

  #weigh(press: number): void {
    const bytes = this.#contestant.terminal.residentBytes();
    if (press <= settledAfter && press > settledAfter - watched)
      this.#settledBytes = Math.max(this.#settledBytes, bytes);
    if (press > presses - watched) this.#endBytes = Math.max(this.#endBytes, bytes);
  }

  pressed(): Pressed {
    const { name, terminal } = this.#contestant;
    return {
      name,
      times: this.#times,
      unanswered: this.#unanswered,
      settledBytes: this.#settledBytes,
      endBytes: this.#endBytes,
      peakBytes: terminal.peakBytes(),
    };
  }

  #bytesAt(press: number): string {
    const bytes = keys[keyAt(press, this.#ways)];
    return this.#contestant.hasApplicationKeys ? bytes.replace(/\[(?=[AB])/, "O") : bytes;
  }
}

/** A hundred steps one way, and back: never over an end, where a key changes nothing. */
function keyAt(press: number, [there, back]: readonly [Key, Key]): Key {
  const step = press % 200;
  if (step % 5 === 4) return step % 10 === 4 ? "down" : "up";
  return step < 100 ? there : back;
}
