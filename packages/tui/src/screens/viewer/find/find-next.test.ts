import type { ItemBody } from "@reprise/model";
import { expect, test } from "vitest";
import { synthetic } from "../../../../test/support/synthetic-session.ts";
import { Viewing } from "../../../../test/support/viewing.ts";
import { makeTheme } from "../../../kernel/theme.ts";
import { view } from "../view.ts";

const filler = Array.from({ length: 30 }, (_, row) => `row ${row}`).join("\n");
/** The needle is in turns 10, 20, …; in turn 20 deep in a folded output, twice. */
const bodies = (turn: number): readonly ItemBody[] => [
  { kind: "prompt", text: turn % 10 === 0 && turn !== 20 ? `Find the Needle ${turn}` : `Question ${turn}` },
  {
    kind: "command",
    command: `run ${turn}`,
    output: turn === 20 ? `${filler}\nneedle one\n${filler}\nneedle two\n${filler}` : filler,
    exitCode: 0,
    status: "done",
  },
];
const open = (given: ConstructorParameters<typeof Viewing>[1] = {}) =>
  new Viewing(synthetic(100, bodies), given).done();
const cursorLine = (viewing: Viewing) => viewing.lines.find((line) => line.startsWith("▌")) ?? "";

test("what is typed is marked at once, and Esc goes back to where one was", async () => {
  const viewing = await open({ at: 48 });
  const before = viewing.lines.slice(1);
  viewing.press("s", '"needle 5"');
  expect(viewing.lines.at(-1)).toContain("Search: needle 5");
  expect(cursorLine(viewing)).toContain("Find the Needle 50");
  const { lines, cursor } = view(viewing.state, viewing.size, makeTheme({ hasColor: true }));
  expect(lines.join("\n")).toContain("\x1b[30;43mNeedle 5\x1b[39;49m");
  expect(cursor).toEqual({ row: 23, column: 16 });
  expect(viewing.press("escape").lines.slice(1)).toEqual(before);
});

test("Enter searches the whole session; n and N go round both ends", async () => {
  const viewing = await open({ at: 75 });
  await viewing.press("s", '"needle"', "enter").done();
  expect(cursorLine(viewing)).toContain("Needle 80");
  expect(viewing.lines.at(-1)).toContain("“needle” 8 of 10 items");
  const after = async (key: string) => cursorLine(await viewing.press(key).done()).slice(2);
  expect(await after("n")).toBe("› Find the Needle 90");
  expect(await after("n")).toBe("› Find the Needle 100");
  expect(await after("n")).toBe("› Find the Needle 10");
  expect(viewing.lines.at(-1)).toContain("wrapped around the end");
  expect(await after("n")).toBe("  needle one");
  expect(await after("n")).toBe("  needle two");
  expect(await after("n")).toBe("› Find the Needle 30");
  expect(await after("N")).toBe("  needle two");
  expect(await after("N")).toBe("  needle one");
  expect(await after("N")).toBe("› Find the Needle 10");
  expect(await after("N")).toBe("› Find the Needle 100");
  expect(viewing.lines.at(-1)).toContain("wrapped around the start");
});

test("what the list has searched for by several words is found by them, and what it has in quotes as it stands", async () => {
  const viewing = await open({ at: 30, search: "find 30 needle" });
  expect(cursorLine(viewing)).toContain("Find the Needle 30");
  expect(viewing.lines.at(-1)).toContain("“find” “30” “needle” 1 of 1 item");
  const { lines } = view(viewing.state, viewing.size, makeTheme({ hasColor: true }));
  for (const word of ["Find", "Needle", "30"]) expect(lines.join("\n")).toContain(`\x1b[30;43m${word}\x1b[39;49m`);
  await viewing.press("s", "enter").done();
  expect(viewing.lines.at(-1)).toContain("“needle” 1 of 1 item");
  const phrase = await open({ at: 20, search: '"needle two"' });
  expect(cursorLine(phrase)).toContain("needle two");
  expect(phrase.lines.at(-1)).toContain("“needle two” 1 of 1 item");
  const typed = await open({ at: 30 });
  await typed.press("s", '"find needle"', "enter").done();
  expect(typed.lines.at(-1)).toContain("“find needle” is not in this session");
});

test("a search that the list began is marked and found from the turn on that is opened", async () => {
  const viewing = await open({ at: 30, search: "needle" });
  expect(cursorLine(viewing)).toContain("Needle 30");
  expect(viewing.lines.at(-1)).toContain("“needle” 3 of 10 items");
});

test("says how far it is, and what was asked for comes when it is known", async () => {
  const viewing = await open();
  viewing.press("s", '"needle"', "enter");
  expect(cursorLine(viewing)).toContain("Needle 90");
  viewing.tasks.length = 0;
  expect(cursorLine(viewing.press("n"))).toContain("Needle 100");
  viewing.press("n");
  expect(viewing.lines.at(-1)).toContain("searching… turn 0 of 100");
  const hit = 10 * 2 ** 24;
  viewing.tell({ type: "hits", text: "needle", upTo: 25, hits: [hit, hit * 2 + 1], isDone: false });
  expect(viewing.lines.at(-1)).toContain("searching… turn 25 of 100");
  await viewing.done();
  expect(cursorLine(viewing)).toContain("Needle 10");
});

test("what is nowhere says so; an empty search ends the marks and stops the task", async () => {
  const viewing = await open();
  await viewing.press("s", '"nowhere"', "enter").done();
  expect(viewing.lines.at(-1)).toContain("“nowhere” is not in this session");
  viewing.press("s", "ctrl+u", '"needle"', "enter");
  const task = viewing.tasks.find(({ type }) => type === "search");
  viewing.tasks.length = 0;
  await viewing.press("s", "ctrl+u", "enter").done();
  expect(viewing.state.search.text).toBe("");
  expect(task?.type === "search" && task.stop.aborted).toBe(true);
});
