import { expect, it } from "vitest";
import { type NestedCase, nestedCases, nestedProblems } from "./nested.ts";

/** Deeper than the stack of any recursive walk. `npm run campaign growth` has all cases. */
const depth = 100_000;
const all = nestedCases();
const cases = process.env.REPRISE_WHOLE ? all : sample(all);

it("covers every agent", () => {
  expect(new Set(all.map(({ agent }) => agent)).size).toBe(4);
  expect(all.length).toBeGreaterThan(1500);
});

it.each(cases)(
  "$agent $recording: $field nested deeply in “$kind” fails no command and hides no session",
  {
    timeout: 120_000,
  },
  async (one) => {
    expect(await nestedProblems(one, depth)).toEqual([]);
  },
);

/** Fields whose values are shown, searched or passed on as they are, of each agent once. */
function sample(from: readonly NestedCase[]): NestedCase[] {
  const telling = new Map<string, NestedCase>();
  for (const one of from) {
    const name = one.path.at(-1);
    if (one.isText || name === "input" || name === "args" || name === "response" || name === "type")
      telling.set(`${one.agent} ${name} ${one.isText}`, one);
  }
  return [...telling.values()];
}
