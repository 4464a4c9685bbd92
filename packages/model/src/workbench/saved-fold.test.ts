import fc from "fast-check";
import { expect, it } from "vitest";
import { SavedFold } from "./saved-fold.ts";
import { nothingSaved, type SavedState, savedAfter } from "./saved-state.ts";
import type { SavedChange } from "./workbench.ts";

const id = fc.constantFrom("a", "b", "c", "__proto__");
const exec = {
  header: "",
  command: "",
  cwd: null,
  exitCode: null,
  process: null,
  status: "running" as const,
  startedAt: null,
  endedAt: null,
  droppedCount: 0,
  isStale: false,
} as const;
const change: fc.Arbitrary<SavedChange> = fc.oneof(
  id.map((one) => ({ type: "exec", exec: { id: one, ...exec } }) as const),
  fc
    .record({ exec: id, text: fc.string(), isWhole: fc.boolean() })
    .map((output) => ({ type: "output", ansi: null, ...output }) as const),
  id.map((one) => ({ type: "removed", section: "exec", ids: [one] }) as const),
);

it("folds as one change after the other does, and states that were read stay as they were", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ change, isRead: fc.boolean() })), (steps) => {
      const fold = new SavedFold<SavedState>(nothingSaved);
      let plain: SavedState = nothingSaved;
      const read: { readonly state: SavedState; readonly text: string }[] = [];
      for (const step of steps) {
        fold.add(step.change);
        plain = savedAfter(plain, step.change);
        if (step.isRead) read.push({ state: fold.state, text: JSON.stringify(plain) });
      }
      expect(JSON.stringify(fold.state)).toBe(JSON.stringify(plain));
      for (const { state, text } of read) expect(JSON.stringify(state)).toBe(text);
      expect(nothingSaved.outputs).toEqual({});
    }),
  );
});
