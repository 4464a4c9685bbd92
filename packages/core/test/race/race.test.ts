import { expect, it } from "vitest";
import { race } from "./race.ts";

it("two that resume one session at the same moment: one runs, the other is told who", async () => {
  expect(await race(3)).toEqual([]);
});
