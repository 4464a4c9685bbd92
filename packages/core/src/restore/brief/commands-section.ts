import type { Digest } from "./digest.ts";
import type { Measure } from "./measure.ts";
import { workWords } from "./outcome.ts";
import type { Fill } from "./section.ts";
import { codeSpan, fittingRows, type Row } from "./section.ts";

/** The last commands, without those that fail: these are shown by themselves. */
export function commandsSection(digest: Digest, measure: Measure): Fill | null {
  const failing = new Set(digest.failing.map(({ item }) => item.subject?.exactLine(240)));
  const rows = digest.commands
    .filter(({ item }) => !failing.has(item.subject?.exactLine(240)) && item.status !== "waiting")
    .map(({ item, times }, index): Row => {
      const often = times > 1 ? `, ${times} times` : "";
      const subject = codeSpan(item.subject?.exactLine(240) ?? "");
      return {
        ways: [[`- ${workWords(item.status, item.exitCode)}, turn ${item.turn}${often}: ${subject}`]],
        rank: index,
      };
    });
  if (rows.length === 0) return null;
  return (most) =>
    fittingRows(rows, most, measure, { leftOut: (count) => `(${count} more not shown)`, side: "after" });
}
