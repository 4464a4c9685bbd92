import type { Constraint } from "./constraints.ts";
import type { Measure } from "./measure.ts";
import { fittingRows, type Row } from "./rows.ts";
import { cutEnd, safeText } from "./safe-text.ts";
import type { Fill, Section } from "./section.ts";

const mostCharacters = 400;

/**
 * Never cut in the middle. When not all fit, revoked ones go first, then statements, then the oldest orders. `least`: the tokens
 * that the orders need.
 */
export function constraintsSection(
  constraints: readonly Constraint[],
  measure: Measure,
): Pick<Section, "fill" | "least"> {
  if (constraints.length === 0) return { fill: null, least: 0 };
  const standing = constraints.filter(({ revoked }) => revoked === null);
  const shown = [...standing, ...constraints.filter(({ revoked }) => revoked !== null)];
  const rows = shown.map((constraint, index): Row => {
    const { revoked, isOrder } = constraint;
    const group = revoked !== null ? 2 : isOrder ? 0 : 1;
    return { ways: waysOf(constraint), rank: group * shown.length + shown.length - index };
  });
  const orders = rows.flatMap(({ ways, rank }) => (rank <= shown.length ? (ways[0] ?? []) : []));
  const intro = "The person's own words; where two disagree, the later one counts.";
  const leftOut = (count: number) => `(${count} earlier ${count === 1 ? "one" : "ones"} not shown)`;
  const fill: Fill = (most) => {
    const lines = fittingRows(rows, most - measure.line(intro), measure, { leftOut, side: "before" });
    return lines && [intro, ...lines];
  };
  return { fill, least: measure.lines(["", "## Constraints", intro, leftOut(shown.length), ...orders]) };
}

function waysOf({ turn, sentence, clause, revoked }: Constraint): string[][] {
  const where = `(turn ${turn})`;
  if (revoked === null) {
    const short = `- "${verbatim(clause)}" ${where}`;
    return clause === sentence ? [[short]] : [[short], [`- "${verbatim(sentence)}" ${where}`]];
  }
  return [
    [`- Revoked in turn ${revoked.turn} by "${verbatim(revoked.sentence)}": "${verbatim(clause)}" ${where}`],
  ];
}

function verbatim(text: string): string {
  return cutEnd(safeText(text).replace(/\s+/g, " "), mostCharacters);
}
