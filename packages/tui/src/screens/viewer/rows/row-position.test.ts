import type { ItemBody } from "@reprise/model";
import { expect, test } from "vitest";
import { synthetic } from "../../../../test/support/synthetic-session.ts";
import { Viewing } from "../../../../test/support/viewing.ts";

const words = (turn: number) => Array.from({ length: 120 }, (_, index) => `w${turn}-${index}`).join(" ");
const output = (turn: number) => Array.from({ length: 60 }, (_, row) => `out ${turn}.${row}`).join("\n");
const bodies = (turn: number): readonly ItemBody[] => [
  { kind: "prompt", text: `Question ${turn}` },
  { kind: "command", command: `run ${turn}`, output: output(turn), exitCode: 0, status: "done" },
  { kind: "notice", text: words(turn) },
];

const open = (turnCount = 9, at: number | null = null) => new Viewing(synthetic(turnCount, bodies), { at }).done();

test("another width keeps the item at the top, and the way back ends where it began", async () => {
  const viewing = await open(9, 5);
  viewing.press("down", "down", "down").wheel(18);
  const before = viewing.text;
  const word = /w5-(\d+)/.exec(viewing.lines[1] ?? "");
  expect(word).not.toBeNull();
  for (const [columns, rows] of [
    [40, 24],
    [200, 50],
    [40, 10],
    [23, 7],
  ] as const) {
    viewing.resize(columns, rows);
    expect(viewing.lines[1]).toMatch(/w5-/);
  }
  const part = Number(/w5-(\d+)/.exec(viewing.lines[1] ?? "")?.[1]) / 120;
  expect(Math.abs(part - Number(word?.[1]) / 120)).toBeLessThan(0.15);
  expect((await viewing.resize(80, 24).done()).text).toBe(before);
});

test("whoever is at the end stays there at any size", async () => {
  const viewing = await open();
  for (const [columns, rows] of [
    [40, 10],
    [200, 60],
    [80, 24],
  ] as const) {
    await viewing.resize(columns, rows).done();
    expect(viewing.text).toContain("w9-119");
    expect(viewing.lines[0]).toMatch(/(\d+) \/ \1/);
  }
});

test("Space unfolds the item under the cursor where it stands, and folds it again", async () => {
  const viewing = await open(9, 5);
  viewing.press("down", "down", "down", "down", "down");
  const before = viewing.text;
  const line = viewing.lines.findIndex((row) => row.includes("$ run 5"));
  expect(viewing.text).toContain("… 52 more lines");
  viewing.press("space");
  expect(viewing.text).not.toContain("more lines");
  expect(viewing.lines[line]).toContain("$ run 5");
  expect(viewing.press("space").text).toBe(before);
});

test("folding from deep within an item brings its beginning into view", async () => {
  const viewing = await open(9, 5);
  viewing.press("down", "down", "down", "space", "pageDown", "pageDown");
  expect(viewing.lines[1]).toContain("out 5.");
  viewing.press("space");
  expect(viewing.lines[1]).toContain("$ run 5");
  expect(viewing.lines[1]).toMatch(/^▌/);
});

test("F opens everything and folds it again without moving the item under the cursor", async () => {
  const viewing = await open(9, 5);
  viewing.press("down", "down", "down", "down");
  const before = viewing.text;
  const line = viewing.lines.findIndex((row) => row.includes("$ run 5"));
  viewing.press("F");
  expect(viewing.lines[line]).toContain("$ run 5");
  expect(viewing.text).toContain("out 5.10");
  await viewing.done();
  expect(viewing.lines.at(-1)).toContain("Everything unfolded.");
  expect(viewing.press("F").lines.slice(1, -1)).toEqual(before.split("\n").slice(1, -1));
  expect(viewing.lines.at(-1)).toContain("Long items folded.");
});

test("turns that are read ahead move nothing", async () => {
  const viewing = new Viewing(synthetic(400, bodies), { at: 200 });
  viewing.measures = false;
  await viewing.done();
  for (let key = 0; key < 60; key += 1) {
    viewing.press("up");
    const before = viewing.lines.slice(1);
    await viewing.done();
    expect(viewing.lines.slice(1)).toEqual(before);
  }
});

test("each row is met once, in order, from the end to the beginning and back", async () => {
  const viewing = new Viewing(synthetic(120, bodies));
  await viewing.done();
  const seen: string[] = [];
  const look = (key: string) => {
    seen.length = 0;
    return (async () => {
      for (let last = ""; viewing.state.scrollPosition; last = viewing.text) {
        for (const line of viewing.lines.slice(1, -2)) {
          const found = /Question (\d+)/.exec(line)?.[1];
          if (found && seen.at(-1) !== found) seen.push(found);
        }
        await viewing.press(key).done();
        if (viewing.text === last) return [...seen];
      }
      return [];
    })();
  };
  const numbers = Array.from({ length: 120 }, (_, index) => String(index + 1));
  const up = new Set(await look("pageUp"));
  expect([...up].toSorted((one, other) => Number(one) - Number(other))).toEqual(numbers);
  expect([...new Set(await look("pageDown"))]).toEqual(numbers);
});
