import { safeLine } from "@reprise/model";
import { type Line, layOut, type Row, section } from "../../../widgets/rows.ts";
import type { Subject } from "../subject.ts";
import { needsWider } from "../why-not.ts";
import { consequenceRows } from "./consequences.ts";
import { factRows } from "./facts.ts";
import { insteadRows, refusalRows } from "./refusals.ts";
import { doubtRows } from "./sections.ts";
import { settingRows } from "./settings.ts";
import { otherWayRows } from "./ways.ts";

/** Everything there is to know before it starts, in lines of this width; worked out once for each. */
export function bodyOf(subject: Subject, columns: number): readonly Line[] {
  const known = laidOut.get(subject);
  if (known?.columns === columns) return known.lines;
  const lines = layOut(rowsOf(subject), columns);
  laidOut.set(subject, { columns, lines });
  return lines;
}

const laidOut = new WeakMap<Subject, { readonly columns: number; readonly lines: readonly Line[] }>();

function rowsOf(subject: Subject): Row[] {
  const { plan, failure } = subject;
  if (plan === null) {
    const outlook = failure === null ? [{ text: "Planning…", tone: "dim" } as const] : failureRows(failure);
    return [...factRows(subject), { text: "" }, ...outlook, ...refusalRows(subject), ...insteadRows(subject)];
  }
  const refusals = refusalRows(subject);
  const settings = settingRows(plan);
  const rest = consequenceRows(plan);
  // Another mode than the one that was chosen says so first.
  if (plan.mode !== null)
    return [
      ...factRows(subject),
      ...refusals,
      ...doubtRows(plan),
      ...otherWayRows(plan),
      ...settings,
      ...rest,
    ];
  // What hinders comes first: the reasons, and the settings where they are one.
  const instead = insteadRows(subject);
  const middle = needsWider(plan) ? [...settings, ...instead] : [...instead, ...settings];
  return [...factRows(subject), ...refusals, ...middle, ...rest];
}

function failureRows(failure: string): Row[] {
  return section("No plan could be made", [{ text: safeLine(failure), tone: "bad" }]).slice(1);
}
