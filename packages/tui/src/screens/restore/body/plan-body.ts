import {
  exactLine,
  grouped,
  modeNames,
  modeWords,
  needsWider,
  type PlanSection,
  planSections,
  type RestorePlan,
  safeLine,
  traitsOf,
} from "@reprise/model";
import { planRow, sectionRows } from "../../../widgets/plan-rows.ts";
import { type Line, layOut, type Row, section } from "../../../widgets/rows.ts";
import { isHere, modeOf, type Subject, targetOf } from "../restore-subject.ts";
import { insteadRows, refusalRows } from "./refusals.ts";

/** The full plan before it starts, in lines of this width; cached per width. */
export function planBody(subject: Subject, columns: number): readonly Line[] {
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
    return [...firstRows(subject), { text: "" }, ...outlook, ...refusalRows(subject), ...insteadRows(subject)];
  }
  const sections = sectionsOf(plan, subject, keyHints(subject));
  const facts = [...runRows(subject), ...rowsIn(sections, "facts")];
  const settings = rowsIn(sections, "settings");
  const rest = sections.filter(({ id }) => id !== "facts" && id !== "refusals" && id !== "settings");
  const isBefore = ({ id }: PlanSection) => id === "doubts" || id === "ways";
  const [before, after] = [rest.filter(isBefore), rest.filter((one) => !isBefore(one))];
  const instead = insteadRows(subject);
  // Obstacles first: the refusals, and the settings if they are one.
  const middle = needsWider(plan) ? [...settings, ...instead] : [...instead, ...settings];
  return [
    ...[...facts, ...refusalRows(subject), ...before.flatMap(sectionRows), ...middle],
    ...after.flatMap(sectionRows),
  ];
}

/** The conversation goes on until then. */
function runRows({ asked }: Subject): Row[] {
  if (asked.endsRun === null) return [];
  const text = "ends when you press Enter; Esc goes back to the conversation";
  return [planRow({ label: "This run", text, tone: "plain" })];
}

function rowsIn(sections: readonly PlanSection[], wanted: PlanSection["id"]): Row[] {
  return sections.filter(({ id }) => id === wanted).flatMap(sectionRows);
}

/** A brief starts a new session with the current settings. */
export function sectionsOf(
  plan: RestorePlan,
  { session, here }: Subject,
  hints: Readonly<Record<string, string | undefined>> = {},
): PlanSection[] {
  const sections = planSections(plan, {
    turnCount: session.turnCount,
    parkedUntil: session.state === "parked" && plan.target === session.agent ? session.parkedUntil : null,
    named: session.id,
    hints,
    asks: traitsOf(here.agents, plan.target).asks,
  });
  return plan.mode === "handoff" ? sections.filter(({ id }) => id !== "settings") : sections;
}

/** The keys of this screen that act on a fact. */
function keyHints(subject: Subject): Readonly<Record<string, string | undefined>> {
  const { plan, here } = subject;
  const { title } = traitsOf(here.agents, targetOf(subject));
  const composer = `Enter puts the brief into the composer of a new ${here.agent} session`;
  return {
    Folder: folderHint(subject),
    Approvals: `${title} itself asks: o Enter in the conversation opens it`,
    "Other ways": "n",
    Wider: "w takes what was recorded",
    Limit: "w in the conversation waits for it; t takes another agent",
    Sends: plan?.mode === "handoff" ? composer : undefined,
  };
}

function folderHint(subject: Subject): string | undefined {
  const { plan, session, here } = subject;
  if (isHere(subject)) return `this one; recorded: ${exactLine(session.workspace ?? "unknown")}`;
  const folder = plan?.settings.cwd ?? null;
  return folder === null || folder === here.cwd ? undefined : `recorded; "." takes ${exactLine(here.cwd)}`;
}

function firstRows(subject: Subject): Row[] {
  const mode = modeOf(subject);
  const facts = [
    [modeNames[mode], modeWords[mode]],
    ...(mode === "handoff" ? [] : [["Agent", targetOf(subject)] as const]),
    ["Turns", grouped(subject.session.turnCount)],
  ] as const;
  return facts.map(([label, text]) => planRow({ label, text, tone: "plain" }));
}

function failureRows(failure: string): Row[] {
  return section("No plan could be made", [{ text: safeLine(failure), tone: "bad" }]).slice(1);
}
