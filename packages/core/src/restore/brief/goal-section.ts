import type { Clip } from "./clip.ts";
import type { Digest } from "./digest.ts";
import { fenced } from "./markdown.ts";
import type { Measure } from "./measure.ts";
import { fittingRows, type Row } from "./rows.ts";
import type { Fill } from "./section.ts";
import { squeezed } from "./squeeze.ts";

/** The prompt that set the goal, and what was asked for since. */
export function goalSection({ goal, withdrawnIn }: Digest, measure: Measure): Fill | null {
  if (goal === null)
    return withdrawnIn === null
      ? null
      : () => [`(none: in turn ${withdrawnIn} the person dropped what went before, and named nothing else)`];
  const rows = goal.refinements.map(({ turn, text }, index, all): Row => {
    const way = (most: number) => [`- Turn ${turn}: ${text.line(most)}`];
    return { ways: [way(80), way(240), way(500)], rank: all.length - index };
  });
  const since = "Asked for since:";
  return (most) => {
    const share = rows.length === 0 ? most : Math.max(most * 0.6, most - 40 * rows.length);
    const text = quoted(goal.text, share, measure);
    if (text === null) return null;
    const left = most - measure.lines([...text, since]);
    const more = fittingRows(rows, left, measure, {
      missingCount: goal.refinementCount - rows.length,
      leftOut: (count) => `(${count} earlier ${count === 1 ? "request" : "requests"} not shown)`,
      side: "before",
    });
    return more === null ? text : [...text, since, ...more];
  };
}

export function summarySection({ summary }: Digest, measure: Measure): Fill | null {
  return summary && ((most) => quoted(summary.text, most, measure));
}

function quoted(text: Clip, most: number, measure: Measure): readonly string[] | null {
  const lines = squeezed(text.excerpt, most - 4, measure);
  return lines && fenced(lines);
}
