import type { NotShown, PlanRow, SessionId, StatusRow } from "@reprise/model";
import {
  doingLine,
  driftRow,
  exactLine,
  isCutOff,
  isInResumeAll,
  localTime,
  notShownCommand,
  notShownWords,
  processWords,
  safeBody,
  safeLine,
  stateTones,
  stateWords,
  unfinishedRow,
} from "@reprise/model";
import type { Paint } from "../paint.ts";
import { restoreCommand, resumeCommand } from "../plan/next-step.ts";
import { toned } from "../plan/plan-text.ts";
import { projectResumeCommand } from "../project/resume-command.ts";
import { cut, widthOf } from "../width.ts";
import { count } from "../words.ts";

const leastTitle = 16;

interface Style {
  readonly paint: Paint;
  /** Null: cut nothing. */
  readonly width: number | null;
  readonly isEveryWorkspace: boolean;
  /** The id of a session as it is printed. */
  readonly idOf: (session: SessionId) => string;
}

/** One block per session, then the command that restores the interrupted ones. */
export function statusText(rows: readonly StatusRow[], notShown: NotShown, style: Style): string {
  return shownText(rows, style) + notShownLine(notShown, style);
}

function notShownLine(notShown: NotShown, { isEveryWorkspace, paint }: Style): string {
  const words = notShownWords(notShown);
  if (words === "") return "";
  return paint("dim", `Not shown: ${words} (${notShownCommand(notShown, isEveryWorkspace)})`).concat("\n");
}

function shownText(rows: readonly StatusRow[], style: Style): string {
  const scope = style.isEveryWorkspace ? "in any project" : "in this project (--all for every one)";
  if (rows.length === 0) return `Nothing interrupted or running ${scope}.\n`;
  return `${rows.map((row) => rowText(row, style)).join("\n")}\n${restoreLine(rows, style)}`;
}

function rowText(row: StatusRow, { paint, width, idOf }: Style): string {
  const { state, parkedUntil, agent, updatedAt, title, session, run, workspace } = row;
  const owner = row.owner === null ? "" : `, ${processWords(row.owner)}`;
  const word = toned(paint)(row.isDismissed ? "muted" : stateTones[state], stateWords(state, parkedUntil));
  const about = `${row.isDismissed ? " (dismissed)" : ""}${owner} · ${agent} · ${localTime(updatedAt)} · `;
  const room = width === null ? null : Math.max(leastTitle, width - widthOf(stateWords(state, parkedUntil) + about));
  const shown = safeLine(title === "" ? "(no prompt)" : title);
  const facts = [
    `${word}${about}${room === null ? shown : cut(shown, room)}`,
    `  ${exactLine(session === null ? `no session yet (run ${run ?? "unknown"})` : idOf(session))}`,
    `  in ${exactLine(workspace ?? "Unknown")}`,
    ...detailsOf(row, { paint, idOf }),
  ];
  return facts.map((fact) => `${fact}\n`).join("");
}

function detailsOf(row: StatusRow, { paint, idOf }: Pick<Style, "paint" | "idOf">): string[] {
  const doing = doingLine(row);
  return [
    ...(doing === null ? [] : [`  ${doing}`]),
    ...(row.project === null ? [] : [`  round of a project, which continues it: ${projectResumeCommand(row.project)}`]),
    ...limitLines(row, idOf),
    ...unsentLines(row, idOf),
    ...requestLines(row),
    ...listed("unfinished work", painted(row.unfinished.map(unfinishedRow), paint)),
    ...listed("still running", row.stillRunning.map(processWords)),
    ...listed("changes since", painted(row.drift.map(driftRow), paint)),
  ];
}

/** A round is continued by its project. */
function limitLines({ parkedUntil, project, session }: StatusRow, idOf: Style["idOf"]): string[] {
  if (parkedUntil === null || project !== null || session === null) return [];
  return [
    `  to continue when the limit is lifted: ${resumeCommand(idOf(session), "--when-reset")}`,
    `  to continue now with another agent: ${restoreCommand("replay", idOf(session), "--to")} AGENT`,
  ];
}

function requestLines({ pendingCount, state }: StatusRow): string[] {
  if (pendingCount === 0) return [];
  const requests = count(pendingCount, "request");
  return [state === "waiting" ? `  ${requests} to answer there` : `  ${requests} never answered`];
}

/** The full text: it is stored nowhere else. */
function unsentLines({ unsentPrompt, session }: StatusRow, idOf: Style["idOf"]): string[] {
  if (unsentPrompt === null) return [];
  const how = session === null ? "reprise run --resume" : resumeCommand(idOf(session));
  const lines = safeBody(unsentPrompt)
    .split("\n")
    .map((line) => `    > ${line}`);
  return [`  unsent prompt (${how} sends it):`, ...lines];
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  ${title}:`, ...lines.map((line) => `    ${line}`)];
}

function painted(rows: readonly PlanRow[], paint: Paint): string[] {
  return rows.map(({ tone, text }) => toned(paint)(tone, text));
}

function restoreLine(rows: readonly StatusRow[], { isEveryWorkspace, idOf }: Style): string {
  const cut = rows.filter(isInResumeAll);
  const [first] = cut;
  if (first === undefined) return projectLine(rows);
  // Its block says how: now it would only meet the limit again.
  if (cut.length === 1 && first.state === "parked") return "";
  if (cut.length === 1) return `Resume it: ${resumeCommand(idOf(first.session))}\n`;
  return `Resume all: reprise resume --all-interrupted${isEveryWorkspace ? " --all" : ""}\n`;
}

function projectLine(rows: readonly StatusRow[]): string {
  const round = rows.find(({ project, state }) => project !== null && isCutOff(state));
  return round?.project == null
    ? "Nothing to resume.\n"
    : `Continue the project: ${projectResumeCommand(round.project)}\n`;
}
