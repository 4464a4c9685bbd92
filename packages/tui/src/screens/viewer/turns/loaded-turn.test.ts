import type { Turn } from "@reprise/model";
import { expect, test } from "vitest";
import { loadTurn } from "./loaded-turn.ts";

const at = "2026-11-15T18:00:00.000Z";
const heading = (items: readonly object[], more: object = {}) => {
  const turn = { number: 3, state: "completed", startedAt: at, endedAt: at, items, ...more } as unknown as Turn;
  return loadTurn(turn, "codex:a" as never).blocks[0];
};
const notice = { id: "a", at, kind: "notice", text: "Round 1/2: completed" };
const prompt = { id: "b", at, kind: "prompt", text: "fix the cart" };

test("the start and the end of a round are headed by their time, since nobody took a turn", () => {
  expect(heading([notice])).toMatchObject({ text: "2026-11-15 18:00" });
  expect(heading([notice], { state: "interrupted" })).toMatchObject({ text: "2026-11-15 18:00 · interrupted" });
  expect(heading([prompt, notice])).toMatchObject({ text: "turn 3 · 2026-11-15 18:00" });
  expect(heading([notice], { startedAt: null })).toMatchObject({ text: "turn 3" });
});
