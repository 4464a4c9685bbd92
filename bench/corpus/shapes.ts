import type { Shape } from "./plan.ts";

/** About 19 KB a session: a question, perhaps a command, a patch now and then, an answer. */
export const smallShape: Shape = {
  steps: [0, 1],
  outputBytes: [100, 1100],
  sealedChars: [250, 600],
  replySentences: [1, 4],
  patchShare: 0.25,
  patchLines: [2, 8],
  badShare: 0.1,
};

/** The same with ten times the text: more is run, and what is run prints more. */
export const tenfoldShape: Shape = {
  steps: [4, 9],
  outputBytes: [1500, 11_000],
  sealedChars: [400, 1600],
  replySentences: [3, 14],
  patchShare: 0.6,
  patchLines: [10, 50],
  badShare: 0.1,
};

/** An ordinary turn of long work. */
export const longShape: Shape = {
  steps: [2, 4],
  outputBytes: [1000, 8000],
  sealedChars: [600, 1800],
  replySentences: [3, 12],
  patchShare: 1,
  patchLines: [8, 40],
  badShare: 0.02,
};

/** One turn mostly, six at most. */
export const turnWeights = [80, 11, 4, 2, 2, 1] as const;
