import { type Drift, driftNow } from "@reprise/model";
import type { Digest } from "./digest.ts";
import { codeSpan } from "./markdown.ts";
import type { Measure } from "./measure.ts";
import { fittingRows, type Row } from "./rows.ts";
import { exactLine, safeLine } from "./safe-text.ts";
import type { Fill } from "./section.ts";

/** What changed since, apart from files that are listed with what the session did to them. */
export function driftSection(drift: readonly Drift[], { files }: Digest, measure: Measure): Fill | null {
  const listed = new Set(files.map(({ path }) => path));
  const rows = drift
    .filter(({ kind, subject }) => kind !== "file" || !listed.has(subject))
    .map((row, index): Row => ({ ways: [[driftLine(row)]], rank: index }));
  if (rows.length === 0) return null;
  return (most) =>
    fittingRows(rows, most, measure, { leftOut: (count) => `(${count} more not shown)`, side: "after" });
}

function driftLine({ kind, subject, recorded, now, note }: Drift): string {
  const [was, is] = [safeLine(recorded ?? "not recorded", 120), safeLine(driftNow({ kind, now }), 120)];
  const why = note === null ? "" : ` (${safeLine(note, 200)})`;
  const change = kind === "file" ? is : `was ${was}, now ${is}`;
  return `- ${kind} ${codeSpan(exactLine(subject, 300))}: ${change}${why}`;
}
