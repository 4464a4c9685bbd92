import { uuid7 } from "./ids.ts";
import type { Random } from "./random.ts";

export interface Setting {
  readonly thread: string;
  readonly cwd: string;
  readonly model: string;
  readonly source: "cli" | "vscode" | "exec";
  readonly startedAtMs: number;
}

/** The lines of one session, numbered and timed as Codex 0.166 does it. */
export class Rollout {
  readonly random: Random;
  readonly setting: Setting;
  #lines: string[] = [];
  #ordinal = 0;
  #atMs: number;
  #userInputOrder = 0;
  /** Of the thread, and of the current turn. */
  #tokens = { thread: [0, 0], turn: [0, 0] };
  turn = "";

  constructor(
    setting: Setting,
    random: Random,
    from: { ordinal: number; atMs: number } = { ordinal: 0, atMs: setting.startedAtMs },
  ) {
    this.setting = setting;
    this.random = random;
    this.#ordinal = from.ordinal;
    this.#atMs = from.atMs;
  }

  get atMs(): number {
    return this.#atMs;
  }

  get ordinal(): number {
    return this.#ordinal;
  }

  wait(leastMs: number, mostMs: number): void {
    this.#atMs += this.random.between(leastMs, mostMs);
  }

  beginTurn(): void {
    this.turn = uuid7(this.random, this.#atMs);
    this.#tokens.turn = [0, 0];
  }

  nextOrder(): number {
    this.#userInputOrder += 1;
    return this.#userInputOrder - 1;
  }

  /** Tokens of one answer of the model, and the sums they go into. */
  spend(): { last: Usage; turn: Usage; thread: Usage } {
    const spent = [this.random.between(2000, 60_000), this.random.between(40, 1800)];
    const { turn, thread } = this.#tokens;
    for (const index of [0, 1]) {
      turn[index] = (turn[index] ?? 0) + (spent[index] ?? 0);
      thread[index] = (thread[index] ?? 0) + (spent[index] ?? 0);
    }
    return { last: usageOf(spent), turn: usageOf(turn), thread: usageOf(thread) };
  }

  line(type: string, payload: object, metadata?: object): void {
    const timestamp = new Date(this.#atMs).toISOString();
    const ordinal = this.#ordinal;
    this.#lines.push(
      JSON.stringify(
        metadata ? { timestamp, ordinal, type, payload, metadata } : { timestamp, ordinal, type, payload },
      ),
    );
    this.#ordinal += 1;
    this.#atMs += this.random.between(1, 6);
  }

  /** The lines since the last call. */
  take(): string {
    const text = this.#lines.length === 0 ? "" : `${this.#lines.join("\n")}\n`;
    this.#lines = [];
    return text;
  }
}

export interface Usage {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_output_tokens: number;
  readonly total_tokens: number;
}

function usageOf([input = 0, output = 0]: readonly number[]): Usage {
  return {
    input_tokens: input,
    cached_input_tokens: Math.floor(input * 0.8),
    cache_write_input_tokens: 0,
    output_tokens: output,
    reasoning_output_tokens: Math.floor(output * 0.4),
    total_tokens: input + output,
  };
}
