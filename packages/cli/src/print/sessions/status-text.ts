import type { NotShown, PlanRow, StatusRow } from "@reprise/model";
import {
  driftRow,
  exactLine,
  localTime,
  notShownCommand,
  notShownWords,
  processWords,
  safeBody,
  safeLine,
  unfinishedRow,
  zonedTime,
} from "@reprise/model";
import type { Paint } from "../paint.ts";
import { resumeCommand } from "../plan/next-step.ts";
import { toned } from "../plan/plan-text.ts";
import { projectResumeCommand } from "../project/resume-command.ts";
import { count } from "../words.ts";

interface Style {
  readonly paint: Paint;
  readonly isEveryWorkspace: boolean;
}

const tones: Readonly<Record<StatusRow["status"], Parameters<Paint>[0]>> = {
  live: "green",
  running: "green",
  completed: "dim",
  interrupted: "yellow",
  cancelled: "yellow",
  failed: "red",
};

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

function rowText(row: StatusRow, { paint }: Style): string {
  const { status, agent, updatedAt, title, session, run, workspace } = row;
  const owner = row.owner === null ? "" : `, ${processWords(row.owner)}`;
  const facts = [
    `${paint(row.isDismissed ? "dim" : tones[status], status)}${row.isDismissed ? " (dismissed)" : ""}${owner} · ${agent} · ${localTime(updatedAt)} · ${safeLine(title === "" ? "(no prompt)" : title)}`,
    `  ${exactLine(session ?? `no session yet (run ${run ?? "unknown"})`)}`,
    `  in ${exactLine(workspace ?? "Unknown")}`,
    ...detailsOf(row, paint),
  ];
  return facts.map((fact) => `${fact}\n`).join("");
}

function detailsOf(row: StatusRow, paint: Paint): string[] {
  const was = row.status === "live" || row.status === "running" ? "doing" : "was doing";
  return [
    ...(row.doing === null ? [] : [`  ${was}: ${exactLine(row.doing)}`]),
    ...(row.project === null
      ? []
      : [`  round of a project, which continues it: ${projectResumeCommand(row.project)}`]),
    ...(row.parkedUntil === null
      ? []
      : [
          `  parked until ${zonedTime(row.parkedUntil)}${row.project === null ? " (reprise resume ID --when-reset)" : ""}`,
        ]),
    ...unsentLines(row),
    ...(row.pendingCount === 0 ? [] : [`  ${count(row.pendingCount, "request")} never answered`]),
    ...listed("unfinished work", painted(row.unfinished.map(unfinishedRow), paint)),
    ...listed("still running", row.stillRunning.map(processWords)),
    ...listed("changes since", painted(row.drift.map(driftRow), paint)),
  ];
}

/** The full text: it is stored nowhere else. */
function unsentLines({ unsentPrompt, session }: StatusRow): string[] {
  if (unsentPrompt === null) return [];
  const how = session === null ? "reprise run --resume" : resumeCommand(session);
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

function restoreLine(rows: readonly StatusRow[], { isEveryWorkspace }: Style): string {
  const cut = rows.filter(
    ({ status, session, isDismissed, project }) =>
      status === "interrupted" && session !== null && !isDismissed && project === null,
  );
  const [first] = cut;
  if (first?.session == null) return projectLine(rows);
  if (cut.length === 1) return `Restore it: ${resumeCommand(first.session)}\n`;
  const which = isEveryWorkspace ? "all" : "all, also those of other projects";
  return `Restore ${which}: reprise resume --all-interrupted\n`;
}

function projectLine(rows: readonly StatusRow[]): string {
  const round = rows.find(({ project, status }) => project !== null && status === "interrupted");
  return round?.project == null
    ? "Nothing to restore.\n"
    : `Continue the project: ${projectResumeCommand(round.project)}\n`;
}
