import { expect, test } from "vitest";
import { progressLine } from "./progress-line.ts";

function recorded(isTerminal: boolean) {
  const written: string[] = [];
  let now = 0;
  const line = progressLine({
    write: (text) => written.push(text),
    isTerminal: () => isTerminal,
    columns: () => 40,
    ticks: () => now,
  });
  const at = (time: number, doneCount: number) => {
    now = time;
    line.report({
      stage: "outline",
      doneCount,
      totalCount: 10_000,
      doneBytes: 1_500_000,
      totalBytes: 190_000_000,
    });
  };
  return { line, at, written };
}

test("work that is soon done says nothing", () => {
  const { line, at, written } = recorded(true);
  for (const time of [0, 100, 299]) at(time, 1);
  line.end();
  expect(written).toEqual([]);
});

test("a terminal has one line that changes and fits, and is taken away", () => {
  const { line, at, written } = recorded(true);
  for (const [index, time] of [300, 310, 400].entries()) at(time, index + 1);
  line.end();
  line.end();
  at(1000, 4);
  expect(written).toEqual([
    "\r\u001b[KReading sessions: 1 of 10,000 (1.5 MB o",
    "\r\u001b[KReading sessions: 3 of 10,000 (1.5 MB o",
    "\r\u001b[K",
  ]);
});

test("without a terminal there is a line every few seconds, and no control characters", () => {
  const { line, at, written } = recorded(false);
  for (const time of [300, 1000, 3299, 3300]) at(time, time);
  line.end();
  expect(written).toEqual([
    "Reading sessions: 300 of 10,000 (1.5 MB of 190 MB)\n",
    "Reading sessions: 3,300 of 10,000 (1.5 MB of 190 MB)\n",
  ]);
});
