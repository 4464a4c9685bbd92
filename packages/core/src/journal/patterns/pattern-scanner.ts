import { isLetterOrDigit } from "../secrets/secret.ts";
import type { CompiledPatterns, Step } from "./compile-patterns.ts";
import type { Assertion } from "./parse-pattern.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

const none = -1;
const infinite = Number.POSITIVE_INFINITY;

/**
 * Finds every character that is part of any match, in one pass over a text that comes in pieces. Offsets count from the
 * start of the first piece.
 *
 *     follow all matches at once: for each step of the automaton, the earliest start that leads there
 *     a character moves each to the next step, or ends it
 *     a step that completes a match covers everything from its start to here
 */
export class PatternScanner {
  readonly #patterns: CompiledPatterns;
  /** For each step that the next character is compared with: where its match started. */
  readonly #starts: Float64Array;
  #reached: number[] = [];
  /** For each step that was followed at this position; all others are infinite. */
  readonly #seen: Float64Array;
  #followed: number[] = [];
  #position = 0;
  #before = none;
  /** In order, apart from each other. */
  readonly #found: Span[] = [];

  constructor(patterns: CompiledPatterns) {
    this.#patterns = patterns;
    this.#starts = new Float64Array(patterns.steps.length).fill(infinite);
    this.#seen = this.#starts.slice();
  }

  push(piece: string): void {
    const { canStart } = this.#patterns;
    for (let index = 0; index < piece.length; index += 1) {
      const code = piece.charCodeAt(index);
      if (this.#reached.length > 0 || canStart(code)) this.#step(code);
      this.#before = code;
      this.#position += 1;
    }
  }

  /** Finds what matches if the text ends here. More may come. */
  settle(): void {
    this.#followAll(none);
    for (const index of this.#followed) this.#seen[index] = infinite;
    this.#followed = [];
  }

  /** Everything before it is decided. */
  get decidedTo(): number {
    let earliest = this.#position;
    for (const index of this.#reached) earliest = Math.min(earliest, this.#starts[index] ?? earliest);
    return earliest;
  }

  /** What was found, also what was taken before as far as it has grown since. */
  get found(): readonly Span[] {
    return this.#found;
  }

  /** Text before an offset is gone: matches that are still open cover only what comes after. */
  release(before: number): void {
    for (const index of this.#reached) {
      const start = this.#starts[index] ?? before;
      // One less, so that it is known to have started earlier.
      if (start < before - 1) this.#starts[index] = before - 1;
    }
    while ((this.#found[0]?.end ?? before) < before) this.#found.shift();
  }

  /** Follows what was reached and a new start at this position, then compares the character. */
  #step(code: number): void {
    const starts = this.#starts;
    this.#followAll(code);
    for (const index of this.#reached) starts[index] = infinite;
    this.#reached = [];
    for (const index of this.#followed) {
      const step = this.#patterns.steps[index] as Step;
      const start = this.#seen[index] as number;
      this.#seen[index] = infinite;
      if (step.kind !== "set" || !step.set.has(code)) continue;
      starts[index + 1] = start; // only this step leads there by a character
      this.#reached.push(index + 1);
    }
    this.#followed = [];
  }

  #followAll(code: number): void {
    for (const index of this.#reached) this.#follow(index, this.#starts[index] as number, code);
    this.#follow(0, this.#position, code);
  }

  #follow(index: number, start: number, code: number): void {
    const known = this.#seen[index] as number;
    if (known <= start) return;
    if (known === infinite) this.#followed.push(index);
    this.#seen[index] = start;
    const step = this.#patterns.steps[index] as Step;
    switch (step.kind) {
      case "set":
        return;
      case "fork":
        for (const to of step.to) this.#follow(to, start, code);
        return;
      case "assertion":
        if (holds(step.at, this.#before, code)) this.#follow(index + 1, start, code);
        return;
      case "match":
        if (start < this.#position) this.#cover(start);
    }
  }

  #cover(from: number): void {
    let start = from;
    for (let last = this.#found.at(-1); last && last.end >= start; last = this.#found.at(-1)) {
      start = Math.min(start, last.start);
      this.#found.pop();
    }
    this.#found.push({ start, end: this.#position });
  }
}

function holds(at: Assertion, before: number, code: number): boolean {
  switch (at) {
    case "line-start":
      return before === none || isLineEnd(before);
    case "line-end":
      return code === none || isLineEnd(code);
    case "word-edge":
      return isWordPart(before) !== isWordPart(code);
    case "no-word-edge":
      return isWordPart(before) === isWordPart(code);
  }
}

const isLineEnd = (code: number) => code === 10 || code === 13 || code === 8232 || code === 8233;
const isWordPart = (code: number) => isLetterOrDigit(code) || code === 95;
