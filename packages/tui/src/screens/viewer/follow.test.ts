import type { ItemBody } from "@reprise/model";
import { expect, test } from "vitest";
import { synthetic } from "../../../test/support/synthetic-session.ts";
import { Viewing } from "../../../test/support/viewing.ts";

const bodies = (turn: number): readonly ItemBody[] => [
  { kind: "prompt", text: `Question ${turn}` },
  { kind: "reply", text: Array.from({ length: 20 }, (_, row) => `Answer ${turn}.${row}`).join("\n\n") },
];

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("at the end, what an agent writes is followed", async () => {
  const session = synthetic(5, bodies);
  const viewing = await new Viewing(session).done();
  await soon();
  session.grow(7);
  await soon();
  await viewing.done();
  expect(viewing.text).toContain("Answer 7.19");
  expect(viewing.lines[0]).toContain("turn 7 of 7");
  viewing.close();
});

test("elsewhere nothing moves, and new rows are counted until one goes to them", async () => {
  const session = synthetic(5, bodies);
  const viewing = await new Viewing(session, { at: 4 }).done();
  await soon();
  const before = viewing.lines.slice(1, -1);
  session.grow(7);
  await soon();
  await viewing.done();
  expect(viewing.lines.slice(1, -1)).toEqual(before);
  expect(viewing.lines.at(-1)).toContain("86 new rows (End)");
  expect(viewing.lines[0]).toContain("turn 4 of 7");
  expect((await viewing.press("end").done()).text).toContain("Answer 7.19");
  expect(viewing.lines.at(-1)).not.toContain("new row");
  viewing.close();
});

test("what a working agent says is followed before its own file has it, and what it runs is running", async () => {
  let said = "One.";
  const command: ItemBody = { kind: "command", command: "make", output: null, exitCode: null, status: "open" };
  const session = synthetic(1, () => [{ kind: "reply", text: said }, command], {
    state: "working",
    session: { state: "working" },
  });
  const viewing = await new Viewing(session).done();
  await soon();
  expect(viewing.lines[0]).toContain(" · working · turn 1 of 1");
  expect(viewing.text).toContain("$ make  running");
  said = "One. Two.";
  session.grow(1);
  await soon();
  await viewing.done();
  expect(viewing.text).toContain("One. Two.");
  viewing.close();
});

test("a change of something else is not read twice", async () => {
  const session = synthetic(5, bodies);
  const viewing = await new Viewing(session).done();
  const made = session.turnsMade;
  viewing.tell({ type: "changed" });
  await viewing.done();
  expect(session.turnsMade).toBe(made);
  viewing.close();
});
