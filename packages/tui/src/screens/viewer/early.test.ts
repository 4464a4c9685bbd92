import type { Damage, ItemBody } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { synthetic } from "../../../test/support/synthetic-session.ts";
import { Viewing } from "../../../test/support/viewing.ts";

const bodies = (turn: number): readonly ItemBody[] => [
  { kind: "prompt", text: `Question ${turn}` },
  { kind: "reply", text: `Answer ${turn}` },
];

describe("what is pressed before the session is read", () => {
  const opening = () => new Viewing(synthetic(9, bodies));

  test("is done once when there are rows", async () => {
    const viewing = opening().press("[");
    expect(viewing.lines[1]).toBe("Reading…");
    await viewing.done();
    expect(viewing.lines.find((line) => line.startsWith("▌"))).toMatch(/turn 9 /);
    const position = viewing.state.cursor;
    await viewing.tell({ type: "changed" }).done();
    expect(viewing.state.cursor).toEqual(position);
    viewing.close();
  });

  test("may be a copy or a branch", async () => {
    const copying = await opening().press("c").done();
    expect(copying.world.copied).toEqual(["Answer 9"]);
    const branching = await opening().press("b").done();
    expect(branching.went).toMatchObject([{ to: { screen: "restore", modes: ["fork", "replay"], at: 9 } }]);
    for (const one of [copying, branching]) one.close();
  });

  test("is forgotten with the next key", async () => {
    const viewing = await opening().press("c", "right").done();
    expect(viewing.world.copied).toEqual([]);
    viewing.close();
  });
});

test("rows that are guessed do not make the place jump: three rows up are about three rows up", async () => {
  const viewing = new Viewing(synthetic(400, bodies));
  await viewing.done();
  const start = () => viewing.state.scrollPosition?.start ?? 0;
  const before = start();
  viewing.wheel(-3);
  expect(before - start()).toBeGreaterThanOrEqual(3);
  expect(before - start()).toBeLessThanOrEqual(6);
  viewing.close();
});

test("the list of damage goes to its last place, by keys and by the wheel", async () => {
  const file = "/home/me/.codex/sessions/2026/11/15/rollout-2026-11-15T18-00-00-0199a213.jsonl";
  const damage: Damage[] = Array.from({ length: 50 }, (_, index) => ({
    file,
    line: 100 + index,
    byteOffset: index,
    kind: "torn",
    detail: "",
  }));
  const viewing = await new Viewing(synthetic(3, bodies, { damage })).done();
  viewing.tell({ type: "damage", damage }).press("d");
  expect(viewing.text).not.toContain("line 149:");
  viewing.press("end");
  expect(viewing.lines.at(-3)).toContain("line 149:");
  viewing.wheel(-3);
  expect(viewing.lines.at(-3)).toContain("line 146:");
  viewing.press("home", "pageDown");
  expect(viewing.lines[2]).toContain("line 120:");
  viewing.close();
});
