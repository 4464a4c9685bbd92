import type { Constraint } from "./constraints.ts";
import type { Measure } from "./measure.ts";
import { fittingRows, type Row } from "./rows.ts";
import { cutEnd, safeText } from "./safe-text.ts";
import type { Fill } from "./section.ts";

const mostCharacters = 400;

/** Never cut in the middle; when not all fit, revoked ones go first, then the oldest. */
export function constraintsSection(constraints: readonly Constraint[], measure: Measure): Fill | null {
  if (constraints.length === 0) return null;
  const standing = constraints.filter(({ revoked }) => revoked === null);
  const ordered = [...standing, ...constraints.filter(({ revoked }) => revoked !== null)];
  const rows = ordered.map((constraint, index): Row => {
    const age = constraints.length - index;
    return { ways: waysOf(constraint), rank: constraint.revoked === null ? age : constraints.length + age };
  });
  const intro = "The person's own words; where two disagree, the later one counts.";
  const leftOut = (count: number) => `(${count} earlier ${count === 1 ? "one" : "ones"} not shown)`;
  return (most) => {
    const lines = fittingRows(rows, most - measure.line(intro), measure, { leftOut, side: "before" });
    return lines && [intro, ...lines];
  };
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
