import { expect, test } from "vitest";
import { contest, figure } from "./contest.ts";

test("all take turns, warm-ups are not counted, and no one is always first", async () => {
  const order: string[] = [];
  const contender = (name: string, ms: number) => ({
    name,
    before: () => order.push(`before ${name}`),
    run: async () => {
      order.push(name);
      return order.length <= 4 ? 1000 : ms;
    },
  });
  const options = { samples: 2, warmUps: 1, say: () => {} };
  const figures = await contest([contender("a", 1), contender("b", 2)], options);
  expect(order.filter((entry) => entry.length === 1)).toEqual(["a", "b", "a", "b", "b", "a"]);
  expect(figure(figures, "a")).toMatchObject({ medianMs: 1, sampleCount: 2 });
  expect(figure(figures, "b")).toMatchObject({ medianMs: 2, sampleCount: 2 });
});
