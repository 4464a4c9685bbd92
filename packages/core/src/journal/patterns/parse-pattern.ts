import {
  blanks,
  type CharacterSet,
  digits,
  lineEnds,
  otherRanges,
  type Range,
  setOf,
  wordParts,
} from "./character-set.ts";

/** A regular expression without what makes matching slow: no lookaround, no reference to a group. */
export type Pattern =
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "assertion"; readonly at: Assertion }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "choice"; readonly options: readonly Pattern[] }
  | { readonly kind: "repeat"; readonly part: Pattern; readonly least: number; readonly most: number | null };

export type Assertion = "line-start" | "line-end" | "word-edge" | "no-word-edge";

/** Why a pattern is refused, as the end of a sentence. */
export class PatternProblem extends Error {}

const mostLength = 500;
const mostRepeats = 1000;
const mostDepth = 50;

/** Throws `PatternProblem`. */
export function parsePattern(source: string): Pattern {
  if (source === "") throw new PatternProblem("is empty");
  if (source.length > mostLength) throw new PatternProblem(`is longer than ${mostLength} characters`);
  const isFolded = source.startsWith("(?i)");
  const parser = new Parser(isFolded ? source.slice(4) : source, isFolded);
  const pattern = parser.choice(0);
  if (!parser.isAtEnd) throw new PatternProblem("has a ) without a (");
  return pattern;
}

const classes: Readonly<Record<string, readonly Range[]>> = {
  d: digits,
  D: otherRanges(digits),
  w: wordParts,
  W: otherRanges(wordParts),
  s: blanks,
  S: otherRanges(blanks),
};
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 };
const counted = /^\{(\d{1,4})(,?)(\d{0,4})\}/;

class Parser {
  readonly #source: string;
  readonly #ignoresCase: boolean;
  #at = 0;

  constructor(source: string, ignoresCase: boolean) {
    this.#source = source;
    this.#ignoresCase = ignoresCase;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  choice(depth: number): Pattern {
    if (depth > mostDepth) throw new PatternProblem("has too many groups in groups");
    const options = [this.#sequence(depth)];
    while (this.#takes("|")) options.push(this.#sequence(depth));
    return options.length === 1 ? (options[0] as Pattern) : { kind: "choice", options };
  }

  #sequence(depth: number): Pattern {
    const parts: Pattern[] = [];
    while (!this.isAtEnd && !"|)".includes(this.#next)) parts.push(this.#repeated(this.#part(depth)));
    return parts.length === 1 ? (parts[0] as Pattern) : { kind: "sequence", parts };
  }

  #repeated(part: Pattern): Pattern {
    const bounds = this.#bounds();
    if (bounds === null) return part;
    if (part.kind === "assertion") throw new PatternProblem("repeats a place, such as ^ or \\b");
    if (this.#next === "?" || this.#next === "+")
      throw new PatternProblem(
        `has ${this.#next} after a repeat. Matches are as long as possible: write [^"]* instead of .*?`,
      );
    if (this.#next === "*" || counted.test(this.#rest)) throw new PatternProblem("repeats a repeat");
    const [least, most] = bounds;
    if (Math.max(least, most ?? 0) > mostRepeats)
      throw new PatternProblem(`repeats something more than ${mostRepeats} times`);
    if (most !== null && most < least) throw new PatternProblem("has a repeat whose end is before its start");
    return { kind: "repeat", part, least, most };
  }

  #bounds(): readonly [number, number | null] | null {
    if (this.#takes("*")) return [0, null];
    if (this.#takes("+")) return [1, null];
    if (this.#takes("?")) return [0, 1];
    const match = counted.exec(this.#rest);
    if (match === null) return null;
    this.#at += match[0].length;
    const [, least = "", comma, most = ""] = match;
    return [Number(least), comma === "" ? Number(least) : most === "" ? null : Number(most)];
  }

  #part(depth: number): Pattern {
    const character = this.#take();
    switch (character) {
      case "(":
        return this.#group(depth);
      case "[":
        return this.#class();
      case ".":
        return this.#set(lineEnds, true);
      case "^":
        return { kind: "assertion", at: "line-start" };
      case "$":
        return { kind: "assertion", at: "line-end" };
      case "*":
      case "+":
      case "?":
        throw new PatternProblem(`has a ${character} with nothing before it`);
      case "\\":
        return this.#escaped();
      default:
        return this.#set([unit(character)]);
    }
  }

  #group(depth: number): Pattern {
    const start = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(this.#rest)?.[0];
    if (start === undefined && this.#next === "?")
      throw new PatternProblem("looks ahead or behind, or sets a flag; only (?i) at its start is possible");
    this.#at += start?.length ?? 0;
    const inner = this.choice(depth + 1);
    if (!this.#takes(")")) throw new PatternProblem("has a ( without a )");
    return inner;
  }

  #escaped(): Pattern {
    const [next] = this.#rest;
    if (next === "b" || next === "B") {
      this.#at += 1;
      return { kind: "assertion", at: next === "b" ? "word-edge" : "no-word-edge" };
    }
    return this.#set(this.#escape());
  }

  /** What follows a backslash, in a class too. */
  #escape(): readonly Range[] {
    if (this.isAtEnd) throw new PatternProblem("ends with a backslash");
    const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(this.#rest);
    if (hex !== null) {
      this.#at += hex[0].length;
      const code = Number.parseInt(hex[1] ?? hex[2] ?? "", 16);
      return [[code, code]];
    }
    const character = this.#take();
    const ranges = classes[character];
    if (ranges) return ranges;
    const control = controls[character];
    if (control !== undefined) return [[control, control]];
    if (/[1-9k]/.test(character)) throw new PatternProblem("refers to a group, as \\1 does");
    if (/[A-Za-z]/.test(character)) throw new PatternProblem(`has \\${character}, which is not possible here`);
    return [unit(character)];
  }

  #class(): Pattern {
    const isNegated = this.#takes("^");
    const ranges: Range[] = [];
    for (;;) {
      if (this.isAtEnd) throw new PatternProblem("has a [ without a ]");
      if (this.#takes("]")) break;
      const first = this.#classPart();
      const [only] = first;
      const isRange = this.#next === "-" && !["]", ""].includes(this.#source.charAt(this.#at + 1));
      if (!isRange) {
        ranges.push(...first);
        continue;
      }
      this.#at += 1;
      const [last] = this.#classPart();
      if (first.length !== 1 || !only || !last || only[0] !== only[1] || last[0] !== last[1])
        throw new PatternProblem("has a range between classes, such as [\\d-z]");
      if (last[0] < only[0]) throw new PatternProblem("has a range that ends before it starts, such as [z-a]");
      ranges.push([only[0], last[0]]);
    }
    if (ranges.length === 0) throw new PatternProblem("has an empty class, []");
    return this.#set(ranges, isNegated);
  }

  #classPart(): readonly Range[] {
    const character = this.#take();
    if (/[\ud800-\udfff]/.test(character))
      throw new PatternProblem("has a character in [] that is too rare for it. Write it outside of []");
    if (character !== "\\") return [unit(character)];
    if (this.#takes("b")) return [[8, 8]];
    return this.#escape();
  }

  #set(ranges: readonly Range[], isNegated = false): Pattern {
    return { kind: "set", set: setOf(ranges, { isNegated, ignoresCase: this.#ignoresCase }) };
  }

  get #next(): string {
    return this.#source.charAt(this.#at);
  }

  get #rest(): string {
    return this.#source.slice(this.#at);
  }

  #take(): string {
    this.#at += 1;
    return this.#source.charAt(this.#at - 1);
  }

  #takes(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at += 1;
    return true;
  }
}

function unit(character: string): Range {
  const code = character.charCodeAt(0);
  return [code, code];
}
