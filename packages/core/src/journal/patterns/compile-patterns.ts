import type { CharacterSet } from "./character-set.ts";
import { type Assertion, type Pattern, PatternProblem, parsePattern } from "./parse-pattern.ts";

/** One step of a nondeterministic automaton; after a set or an assertion comes the next one in the list. */
export type Step =
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "assertion"; readonly at: Assertion }
  | { readonly kind: "fork"; readonly to: number[] }
  | { readonly kind: "match" };

/** Several patterns at once. Work per character is bounded by the number of steps, whatever the text. */
export interface CompiledPatterns {
  readonly steps: readonly Step[];
  /** False: no match starts with this character. */
  canStart(code: number): boolean;
}

const mostSteps = 2000;
const mostPatterns = 100;

/** Throws `PatternProblem`. Null if there are none. */
export function compilePatterns(sources: readonly string[]): CompiledPatterns | null {
  if (sources.length === 0) return null;
  if (sources.length > mostPatterns) throw new PatternProblem(`are more than ${mostPatterns}`);
  const steps: Step[] = [];
  const entry: number[] = [];
  steps.push({ kind: "fork", to: entry });
  for (const source of sources) {
    entry.push(steps.length);
    add(parsePattern(source), steps);
    steps.push({ kind: "match" });
  }
  return { steps, canStart: startsOf(steps) };
}

/** What is wrong with a pattern, as the end of a sentence that starts with it; null if nothing is. */
export function patternProblem(source: string): string | null {
  try {
    compilePatterns([source]);
    return canBeEmpty(parsePattern(source)) ? "matches an empty text" : null;
  } catch (error) {
    if (error instanceof PatternProblem) return error.message;
    throw error;
  }
}

function add(pattern: Pattern, steps: Step[]): void {
  if (steps.length > mostSteps) throw new PatternProblem("is too large: it repeats long parts too often");
  switch (pattern.kind) {
    case "set":
    case "assertion":
      steps.push(pattern);
      return;
    case "sequence":
      for (const part of pattern.parts) add(part, steps);
      return;
    case "choice":
      addChoice(pattern.options, steps);
      return;
    case "repeat":
      addRepeat(pattern, steps);
  }
}

function addChoice(options: readonly Pattern[], steps: Step[]): void {
  const starts: number[] = [];
  steps.push({ kind: "fork", to: starts });
  const ends = options.map((option) => {
    starts.push(steps.length);
    add(option, steps);
    const end: number[] = [];
    steps.push({ kind: "fork", to: end });
    return end;
  });
  for (const end of ends) end.push(steps.length);
}

function addRepeat({ part, least, most }: Pattern & { kind: "repeat" }, steps: Step[]): void {
  for (let count = 0; count < least; count += 1) add(part, steps);
  const skips: number[][] = [];
  const addSkippable = () => {
    const skip = [steps.length + 1];
    steps.push({ kind: "fork", to: skip });
    skips.push(skip);
    add(part, steps);
  };
  if (most === null) {
    const start = steps.length;
    addSkippable();
    steps.push({ kind: "fork", to: [start] });
  } else for (let count = least; count < most; count += 1) addSkippable();
  for (const skip of skips) skip.push(steps.length);
}

function canBeEmpty(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "set":
      return false;
    case "assertion":
      return true;
    case "sequence":
      return pattern.parts.every(canBeEmpty);
    case "choice":
      return pattern.options.some(canBeEmpty);
    case "repeat":
      return pattern.least === 0 || canBeEmpty(pattern.part);
  }
}

/** By the first sets that can be reached, whatever is asserted on the way. */
function startsOf(steps: readonly Step[]): (code: number) => boolean {
  const seen = new Set<number>();
  const sets: CharacterSet[] = [];
  const open = [0];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const step = steps[index];
    if (step === undefined || seen.has(index)) continue;
    seen.add(index);
    if (step.kind === "set") sets.push(step.set);
    else if (step.kind === "fork") open.push(...step.to);
    else if (step.kind === "assertion") open.push(index + 1);
  }
  const isStart = (code: number) => sets.some((set) => set.has(code));
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => Number(isStart(code)));
  return (code) => (code < 128 ? ascii[code] === 1 : isStart(code));
}
