import { hostileTexts } from "./hostile-texts.ts";

/** Does some work on a text. */
export type TextFunction = (text: string) => unknown;

const firstLength = 2_000;
/** Below this the work is not compared: noise would decide. A quadratic function is beyond it at the largest size. */
const worthComparingMs = 50;
/** Four times the text is about four times the work of a linear function, and sixteen times that of a quadratic one. */
const step = 4;
const mostGrowth = 9;
/** Compiling and collecting garbage count as work too: the first tries may pay for them. */
const tries = 6;

/**
 * Functions whose work grows faster than the text, with the text. Compares the processor time that a text takes with that
 * of a quarter of it, for growing texts, so it says the same on a slow or busy machine.
 */
export function growthProblems(
  functions: Readonly<Record<string, TextFunction>>,
  { length, texts = hostileTexts }: { length: number; texts?: typeof hostileTexts },
): string[] {
  return Object.entries(functions).flatMap(([name, act]) =>
    Object.entries(texts).flatMap(([kind, make]) => {
      const problem = growthProblem(act, make, length);
      return problem === null ? [] : [`${name} on ${kind}: ${problem}`];
    }),
  );
}

function growthProblem(act: TextFunction, make: (length: number) => string, most: number): string | null {
  let isSlow = false;
  for (let length = firstLength; length <= most * step; length *= step) {
    try {
      // One step further than asked for, where there is something to compare.
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

/** The smallest of several tries: other work on the machine only ever adds. */
function growthFrom(act: TextFunction, part: string, whole: string): number {
  let [less, more] = [workMs(act, part), workMs(act, whole)];
  for (let index = 1; index < tries && more > mostGrowth * less; index += 1) {
    less = Math.min(less, workMs(act, part));
    more = Math.min(more, workMs(act, whole));
  }
  return more / Math.max(less, 1);
}

function workMs(act: TextFunction, text: string): number {
  const before = process.cpuUsage();
  act(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
