import { isWhole } from "../sample.ts";
import { hostileTexts } from "./hostile-texts.ts";

export type TextFunction = (text: string) => unknown;

const firstLength = 2_000;
/** Shorter times are mostly noise. A quadratic function exceeds this at the largest size. */
const worthComparingMs = 50;
/** Four times the text takes a linear function about four times the work, a quadratic one sixteen times. */
const step = 4;
const mostGrowth = 9;
/** The first tries may include compilation and garbage collection, which count for little in long work. */
const tries = 6;
const longMs = 500;

/**
 * Functions whose work grows faster than the text, with the text. Compares processor time for a text with that for a
 * quarter of it, for growing texts, so the result does not depend on a slow or busy machine.
 */
export function growthProblems(
  functions: Readonly<Record<string, TextFunction>>,
  { length, texts = hostileTexts }: { length: number; texts?: typeof hostileTexts },
): string[] {
  const isSample = texts === hostileTexts && !isWhole;
  return Object.entries(functions).flatMap(([name, act], row) =>
    Object.entries(texts).flatMap(([kind, make], column) => {
      // Every function with a third of the texts, every text with a third of the functions; the campaign has all.
      if (isSample && (row + column) % 3 !== 0) return [];
      const problem = growthProblem(act, make, length);
      return problem === null ? [] : [`${name} on ${kind}: ${problem}`];
    }),
  );
}

function growthProblem(act: TextFunction, make: (length: number) => string, most: number): string | null {
  let isSlow = false;
  for (let length = firstLength; length <= most * step; length *= step) {
    try {
      // One step further than asked if there is something to compare.
      if (length > most && !isSlow) return null;
      const text = make(length);
      if (isSlow) {
        const growth = growthFrom(act, make(length / step), text);
        if (growth > mostGrowth)
          return `${growth.toFixed(1)} times the work for ${length} instead of ${length / step} characters`;
      } else isSlow = workMs(act, text) >= worthComparingMs;
    } catch (error) {
      return `${length} characters: ${error}`;
    }
  }
  return null;
}

/** The minimum of several tries: other work on the machine only adds time. */
function growthFrom(act: TextFunction, part: string, whole: string): number {
  let [less, more] = [workMs(act, part), workMs(act, whole)];
  for (let index = 1; index < tries && more > mostGrowth * less; index += 1) {
    less = Math.min(less, workMs(act, part));
    if (more < longMs || index === 1) more = Math.min(more, workMs(act, whole));
  }
  return more / Math.max(less, 1);
}

function workMs(act: TextFunction, text: string): number {
  const before = process.cpuUsage();
  act(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
