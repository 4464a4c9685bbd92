import {
  exactLine,
  localTime,
  type ProjectState,
  type ProjectSummary,
  projectStateLine,
  projectStateWords,
  safeLine,
  shortTime,
  type Timestamp,
} from "@reprise/model";
import type { Paint, Tone } from "../paint.ts";
import { cut, cutLeft, padEnd, padStart, widthOf } from "../width.ts";
import { count, grouped } from "../words.ts";

export interface ProjectListStyle {
  readonly paint: Paint;
  /** Null: one line per project, nothing cut. */
  readonly width: number | null;
  readonly isEveryWorkspace: boolean;
  readonly now: Date;
}

export const projectTones: Readonly<Record<ProjectState, Tone | null>> = {
  running: "green",
  parked: "yellow",
  interrupted: "yellow",
  succeeded: "green",
  stopped: null,
  failed: "red",
  "rounds-used": null,
  damaged: "red",
};

const head = ["CREATED", "UPDATED", "STATE", "ROUNDS", "BRANCH"] as const;
const [stateColumn, roundsColumn] = [2, 3];

/** The path of each is whole, so that it can be copied. */
export function projectListText(projects: readonly ProjectSummary[], style: ProjectListStyle): string {
  const scope = style.isEveryWorkspace ? "" : " in this workspace (--all for every one)";
  if (projects.length === 0) return `No projects${scope}. To start one: reprise project start "GOAL"\n`;
  const rows = projects.map((project) => cellsOf(project, style));
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => widthOf(row[column] ?? ""))));
  const lines = [
    style.paint("dim", `${lineOf(head, widths, null, style.paint)}GOAL`),
    ...projects.flatMap((project, index) => {
      const line = lineOf(rows[index] ?? [], widths, projectTones[project.state], style.paint);
      const room = style.width === null ? null : style.width - widths.reduce((sum, one) => sum + one + 2, 0);
      const title = safeLine(project.title);
      return [line + (room === null ? title : cut(title, Math.max(10, room))), ...below(project, style)];
    }),
    "",
    `${count(projects.length, "project")}${style.isEveryWorkspace ? "" : " in this workspace"}`,
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function cellsOf(project: ProjectSummary, { width, now }: ProjectListStyle): string[] {
  const time = (at: Timestamp | null) => (width === null ? localTime(at) : shortTime(at, now));
  const { createdAt, updatedAt, state, rounds, branch } = project;
  return [time(createdAt), time(updatedAt), projectStateWords[state], grouped(rounds), exactLine(branch ?? "–")];
}

function lineOf(cells: readonly string[], widths: readonly number[], tone: Tone | null, paint: Paint): string {
  return cells
    .map((cell, column) => {
      const padded = (column === roundsColumn ? padStart : padEnd)(cell, widths[column] ?? 0);
      return `${column === stateColumn && tone !== null ? paint(tone, padded) : padded}  `;
    })
    .join("");
}

function below(project: ProjectSummary, { paint, width, isEveryWorkspace }: ProjectListStyle): string[] {
  const { path, workspace, problem, owner, unfinishedRound, state } = project;
  const remarks = [
    project.origin === "codexpotter" ? "by CodexPotter" : null,
    isEveryWorkspace ? `in ${exactLine(workspace)}` : null,
    unfinishedRound !== null && state !== "running" ? `round ${unfinishedRound} was cut off` : null,
  ].filter((remark) => remark !== null);
  const fitted = (text: string) => (width === null ? text : cutLeft(text, width - 2));
  return [
    `  ${paint("dim", exactLine(path))}`,
    ...(remarks.length === 0 ? [] : [`  ${paint("dim", fitted(remarks.join(" · ")))}`]),
    ...(owner === null ? [] : [`  ${paint("green", `runs in ${exactLine(owner.program)} (process ${owner.pid})`)}`]),
    ...(problem === null && state !== "parked"
      ? []
      : [`  ${paint(projectTones[state] ?? "yellow", safeLine(problem ?? projectStateLine(project)))}`]),
  ];
}
