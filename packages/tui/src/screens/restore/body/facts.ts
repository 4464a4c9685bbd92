import { exactLine, type PlanOf, type RestorePlan, safeLine, traitsOf, turnsIn } from "@reprise/model";
import { count, grouped } from "../../../text/count.ts";
import { processWords } from "../../../widgets/plan-rows.ts";
import type { Row } from "../../../widgets/rows.ts";
import { costWords } from "../cost.ts";
import { modeLabels, modeWords, wayWords } from "../modes.ts";
import { isHere, modeOf, type Subject, targetOf } from "../subject.ts";

/** What will be done, to whom, how, and how large it is: one fact a row. */
export function factRows(subject: Subject): Row[] {
  const { plan, session } = subject;
  const mode = modeOf(subject);
  const rows: (Row | null)[] = [
    fact("Mode", `${modeLabels[mode]}: ${modeWords[mode]}`),
    plan === null ? null : wayRow(plan),
    plan === null ? null : costRow(plan),
    fact("Agent", agentWords(subject)),
    asksRow(subject),
    fact("Folder", folderWords(subject)),
    fact("Turns", turnWords(subject)),
    plan === null || plan.mode === null ? null : fact("Tokens", tokenWords(plan)),
    plan === null || plan.mode === null ? null : fact("Sent", sentWords(plan)),
    ownerRow(plan?.owner ?? session.owner),
    plan?.mode === "replay" && plan.continues !== null ? fact("Goes on", goesOnWords(plan)) : null,
    plan !== null && plan.session !== session.id
      ? fact("Tells", `${exactLine(plan.session)}: this one has a part of it`)
      : null,
  ];
  return rows.filter((row) => row !== null);
}

function fact(name: string, text: string): Row {
  return { label: name.padEnd(9), text };
}

function wayRow(plan: RestorePlan): Row | null {
  const way = plan.mode === "fork" ? "fork" : "via" in plan ? plan.via : null;
  if (way === null) return null;
  const row = fact("Way", `${way}: ${wayWords[way]}`);
  return way === "segments" ? { ...row, tone: "warn" } : row;
}

function costRow(plan: RestorePlan): Row | null {
  const words = costWords(plan);
  return words === null ? null : { ...fact("Cost", words), tone: "warn" };
}

export function goesOnWords({ ways, via }: PlanOf<"replay">): string {
  const stopped = ways.find(({ way }) => way === via)?.stopped ?? null;
  const place =
    stopped === null ? "" : `, after ${stopped.sentCount} of ${count(stopped.segmentCount, "segment")}`;
  return `with a replay that stopped${place}: nothing is told twice`;
}

function agentWords(subject: Subject): string {
  const { session, here } = subject;
  const target = targetOf(subject);
  if (modeOf(subject) === "handoff") return `none is contacted; ${here.agent} begins a new session`;
  return target === session.agent ? target : `${target}, another than ${session.agent}, which it was`;
}

/** What the person will not be asked, and where they would be. */
function asksRow(subject: Subject): Row | null {
  const { asks, title } = traitsOf(subject.here.agents, targetOf(subject));
  if (asks || modeOf(subject) === "handoff") return null;
  const text = `nothing: what it may not do is declined. ${title} itself asks: o Enter in the conversation opens it`;
  return { ...fact("Asks", text), tone: "warn" };
}

function folderWords(subject: Subject): string {
  const { plan, session, here } = subject;
  if (modeOf(subject) === "handoff") return `${exactLine(here.cwd)} (this one)`;
  const folder = plan?.settings.cwd ?? session.workspace;
  if (isHere(subject))
    return `${exactLine(here.cwd)} (this one; recorded: ${exactLine(session.workspace ?? "unknown")})`;
  if (folder === null) return "not recorded";
  return folder === here.cwd
    ? exactLine(folder)
    : `${exactLine(folder)} (recorded; "." takes ${exactLine(here.cwd)})`;
}

function turnWords({ plan, session }: Subject): string {
  const all = session.turnCount;
  const turns = plan && turnsIn(plan);
  if (turns === null) return `all ${grouped(all)}`;
  const which = turns.from === turns.to ? `${turns.from}` : `${turns.from}–${turns.to}`;
  const before = plan?.mode === "replay" && plan.brief !== null ? "; a brief stands for those before" : "";
  return `${which} of ${grouped(all)}${before}`;
}

function tokenWords(plan: Exclude<RestorePlan, PlanOf<null>>): string {
  const { mode, tokens } = plan;
  const contextTokens = plan.mode === "replay" ? plan.contextTokens : null;
  if (tokens === 0) return "not known";
  const limit = contextTokens === null ? "" : ` of ${grouped(contextTokens)} that the model takes`;
  return `${mode === "handoff" ? "" : "about "}${grouped(tokens)}${limit}`;
}

/** What goes to a model because of Enter, and what after it. */
export function sentWords(plan: Exclude<RestorePlan, PlanOf<null>>): string {
  if (plan.mode === "handoff") return "nothing: Enter puts the brief into the composer";
  if (plan.prompt !== null) return safeLine(plan.prompt);
  const history =
    plan.mode === "replay" && plan.via === "segments"
      ? `the history, in ${count(plan.segments.length, "segment")}; then `
      : "";
  return `${history}nothing until you write something`;
}

function ownerRow(owner: RestorePlan["owner"]): Row | null {
  return owner === null ? null : { ...fact("Open", `in ${processWords(owner)}, which lives`), tone: "warn" };
}
