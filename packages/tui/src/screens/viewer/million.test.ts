import type { ItemBody } from "@reprise/model";
import { expect, test } from "vitest";
import { synthetic } from "../../../test/support/synthetic-session.ts";
import { Viewing } from "../../../test/support/viewing.ts";
import { enoughSize } from "./turns/load-turns.ts";

/** 1,000 turns of 1,000 rows. */
const block = Array.from({ length: 48 }, (_, row) => `row ${row} of an answer that is as long as many`).join("\n");
const bodies = (): readonly ItemBody[] =>
  Array.from({ length: 20 }, (_, index) => ({ kind: "notice", text: `${index}\n${block}` }));

async function million(): Promise<{ viewing: Viewing; made: () => number }> {
  const session = synthetic(1_000, bodies);
  const viewing = new Viewing(session);
  viewing.measures = false;
  await viewing.done();
  return { viewing, made: () => session.turnsMade };
}

test("a million rows open and scroll by laying only what is seen", async () => {
  const { viewing, made } = await million();
  expect(viewing.lines[0]).toMatch(/~1,\d{3},\d{3} · turn 1,000 of 1,000/);
  expect(made()).toBeLessThan(60);
  const { cache } = viewing.state.heights;
  expect(cache.laidCount).toBeLessThan(6);
  for (let key = 0; key < 500; key += 1) {
    const before = cache.laidCount;
    viewing.press("up");
    void viewing.text;
    expect(cache.laidCount - before).toBeLessThanOrEqual(2);
    await viewing.done();
  }
  expect(cache.laidCount).toBeLessThan(30);
});

test("Home and End read a window at the other end, not what is between", async () => {
  const { viewing, made } = await million();
  const before = made();
  await viewing.press("home").done();
  expect(viewing.lines[0]).toMatch(/^1–21 \/ ~[\d,]+ · turn 1 of 1,000/);
  await viewing.press("end").done();
  expect(viewing.lines[0]).toMatch(/turn 1,000 of 1,000/);
  expect(made() - before).toBeLessThan(120);
});

test("what is held stays bounded while one goes through all of it", async () => {
  const { viewing } = await million();
  let most = 0;
  for (let key = 0; key < 300; key += 1) {
    await viewing.press("[", "[").done();
    most = Math.max(most, viewing.state.turns.length);
  }
  expect(viewing.state.cursor.turn).toBeLessThan(800);
  expect(most).toBeLessThan(90);
});

test("while one goes up the first row shown never grows, and the total never shrinks", async () => {
  const { viewing } = await million();
  let [start, total] = [Number.POSITIVE_INFINITY, 0];
  for (let key = 0; key < 300; key += 1) {
    await viewing.press("pageUp").done();
    const scrollPosition = viewing.state.scrollPosition;
    expect(scrollPosition?.start).toBeLessThan(start);
    expect(scrollPosition?.total).toBeGreaterThanOrEqual(total);
    [start, total] = [scrollPosition?.start ?? 0, scrollPosition?.total ?? 0];
  }
});

test("the rows are exact once everything was measured", async () => {
  const viewing = await new Viewing(synthetic(12, bodies)).done();
  expect(viewing.lines[0]).toMatch(/^11,991–12,011 \/ 12,011 /);
  await viewing.press("home").done();
  expect(viewing.lines[0]).toMatch(/^1–21 \/ 12,011 /);
});

test("a turn of 200 MB is held in a few, and says how to see all", async () => {
  const output = `${"0123456789 abcdefgh\n".repeat(10_000_000)}the last line`;
  const session = synthetic(3, (turn) =>
    turn === 2 ? [{ kind: "command", command: "yes", output, exitCode: 0, status: "done" }] : bodies(),
  );
  const viewing = await new Viewing(session, { at: 2 }).done();
  expect(viewing.state.turns.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(enoughSize);
  expect(viewing.text).toContain("the last line");
  viewing.press("down", "space");
  for (let key = 0; key < 300 && !viewing.text.includes("more lines: reprise show"); key += 1)
    viewing.press("pageDown");
  expect(viewing.text).toMatch(/… 9,99\d,\d{3} more lines: reprise show\s+0199a213-\S+\s+--turns 2 --full/);
});

test("turns of megabytes each do not make it read and let go for ever", async () => {
  const large: readonly ItemBody[] = Array.from({ length: 12 }, () => ({
    kind: "notice",
    text: "x".repeat(400_000),
  }));
  const session = synthetic(30, () => large);
  const viewing = new Viewing(session, { at: 15 });
  viewing.measures = false;
  await viewing.done();
  for (let key = 0; key < 40; key += 1) await viewing.press("[").done();
  expect(viewing.state.cursor.turn).toBe(1);
  expect(session.reads.length).toBeLessThan(60);
  expect(viewing.state.turns.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(enoughSize * 9);
});
