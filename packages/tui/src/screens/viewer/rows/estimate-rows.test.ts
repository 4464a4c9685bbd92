import type { ItemBody } from "@reprise/model";
import { expect, test } from "vitest";
import { synthetic } from "../../../../test/support/synthetic-session.ts";
import { Viewing } from "../../../../test/support/viewing.ts";

const diff = "@@\n-- discount: open\n+- discount: done\n";
const story = (turn: number): readonly ItemBody[] => [
  { kind: "prompt", text: `Add a check for a missing discount. (${turn})` },
  { kind: "reasoning", text: "Look at the cart first.\nThen at the checks." },
  {
    kind: "command",
    command: "grep -n discount cart.mjs",
    output: "4:  discount: 0,\n",
    exitCode: 0,
    status: "done",
  },
  {
    kind: "edit",
    changes: [{ path: "/srv/cart/checks.md", change: "update", diff }],
    status: "done",
  },
  { kind: "tool", name: "look", input: { path: "cart.mjs" }, output: "", status: "done" },
  { kind: "reply", text: "The discount is dealt with; one more to go." },
];

test.each([40, 80, 160])(
  "rows of turns that were never laid are guessed about right, at %i columns",
  async (columns) => {
    const size = { columns, rows: 24 };
    const exact = await new Viewing(synthetic(12, story), { size }).done();
    const rowsInTurn = (exact.state.scrollPosition?.total ?? 0) / 12;
    expect(exact.state.scrollPosition?.isExact).toBe(true);
    const guessing = new Viewing(synthetic(400, story), { size });
    guessing.measures = false;
    await guessing.done();
    const total = guessing.state.scrollPosition?.total ?? 0;
    expect(total / (400 * rowsInTurn)).toBeGreaterThan(0.8);
    expect(total / (400 * rowsInTurn)).toBeLessThan(1.25);
    for (const one of [exact, guessing]) one.close();
  },
);
