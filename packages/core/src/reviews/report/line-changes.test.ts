import { structuredPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LineChange, replacementsIn, withEdit } from "./line-changes.ts";

const patchOf = (before: readonly string[], after: readonly string[], context: number) => {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  return structuredPatch("", "", text(before), text(after), "", "", { context })
    .hunks.map((hunk) => {
      const from = hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart;
      const to = hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart;
      return `@@ -${from},${hunk.oldLines} +${to},${hunk.newLines} @@\n${hunk.lines.join("\n")}\n`;
    })
    .join("");
};

/** The lines outside of the changes are the same in both. */
const keptIn = (lines: readonly string[], ranges: readonly (readonly [number, number])[]) =>
  lines.filter((_, at) => !ranges.some(([start, size]) => at >= start && at < start + size));

describe("the changes of several edits", () => {
  it("come to what the first and the last text differ in", () => {
    const version = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(version, { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 0, max: 3 }),
        (texts, context) => {
          let changes: readonly LineChange[] = [];
          for (const [at, text] of texts.slice(1).entries())
            changes = withEdit(changes, replacementsIn(patchOf(texts[at] ?? [], text, context)) ?? []);
          const [first = [], last = []] = [texts[0], texts.at(-1)];
          const kept = keptIn(
            first,
            changes.map(({ oldStart, oldCount }) => [oldStart, oldCount]),
          );
          expect(kept).toEqual(
            keptIn(
              last,
              changes.map(({ newStart, newCount }) => [newStart, newCount]),
            ),
          );
          const grown = changes.reduce((sum, { oldCount, newCount }) => sum + newCount - oldCount, 0);
          expect(first.length + grown).toBe(last.length);
          for (const { oldCount, newCount } of changes) expect(Math.min(oldCount, newCount)).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("keep their places when lines are added above", () => {
    const first = withEdit([], replacementsIn("@@ -10,1 +10,1 @@\n-x\n+y\n") ?? []);
    expect(withEdit(first, [{ at: 0, removed: 0, added: 5 }])).toEqual([
      { oldStart: 0, oldCount: 0, newStart: 0, newCount: 5 },
      { oldStart: 9, oldCount: 1, newStart: 14, newCount: 1 },
    ]);
  });

  it("are unknown without a hunk", () => {
    expect(replacementsIn("whatever\n+x")).toBeNull();
  });
});
