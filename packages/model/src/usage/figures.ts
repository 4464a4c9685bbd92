import type { Tokens, UsageFigures } from "./usage.ts";

export const noTokens: Tokens = { input: null, cached: null, output: null, reasoning: null };

const noFigures: UsageFigures = {
  turnCount: 0,
  tokens: noTokens,
  workMs: null,
  commandCount: 0,
  failedCommandCount: 0,
  editCount: 0,
};

/** Unknown figures add nothing; a sum of unknown figures is unknown. */
export function sumFigures(rows: Iterable<UsageFigures>): UsageFigures {
  let sum = noFigures;
  for (const row of rows) {
    sum = {
      turnCount: sum.turnCount + row.turnCount,
      tokens: addTokens(sum.tokens, row.tokens),
      workMs: added(sum.workMs, row.workMs),
      commandCount: sum.commandCount + row.commandCount,
      failedCommandCount: sum.failedCommandCount + row.failedCommandCount,
      editCount: sum.editCount + row.editCount,
    };
  }
  return sum;
}

export function addTokens(a: Tokens, b: Tokens): Tokens {
  return {
    input: added(a.input, b.input),
    cached: added(a.cached, b.cached),
    output: added(a.output, b.output),
    reasoning: added(a.reasoning, b.reasoning),
  };
}

export function hasTokens({ input, output }: Tokens): boolean {
  return input !== null || output !== null;
}

/** Input and output; null if neither is known. */
export function totalTokens({ input, output }: Tokens): number | null {
  return added(input, output);
}

function added(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}
