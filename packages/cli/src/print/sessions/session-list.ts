import {
  exactLine,
  type Hidden,
  lineageWords,
  localTime,
  type Page,
  processWords,
  type SessionState,
  type SessionSummary,
  shortTime,
  stateTones,
  stateWords,
  titleWords,
  zoneText,
} from "@reprise/model";
import type { Paint } from "../paint.ts";
import { toned } from "../plan/plan-text.ts";
import { cut, cutLeft, padEnd, padStart, widthOf } from "../width.ts";
import { count, grouped } from "../words.ts";

export interface TableStyle {
  readonly paint: Paint;
  /** Null: one line per session, nothing cut. */
  readonly width: number | null;
  /** Whether sessions may be from several workspaces, so that each line must name its own. */
  readonly isEveryWorkspace: boolean;
  readonly now: Date;
  /** The number of the first row. */
  readonly start: number;
}

/** Below this a row does not fit beside its title; each session becomes a small card. */
const NARROW = 64;

export function sessionTable(sessions: readonly SessionSummary[], style: TableStyle): string[] {
  if (sessions.length === 0) return [];
  if (style.width === null) return longTable(sessions, style);
  return style.width < NARROW
    ? sessions.flatMap((session, index) => card(session, index, style, style.width ?? NARROW))
    : wideTable(sessions, style, style.width);
}

function wideTable(sessions: readonly SessionSummary[], style: TableStyle, width: number): string[] {
  const rows = sessions.map((session) => cells(session, shortTime(session.updatedAt, style.now)));
  const head = ["UPDATED", "STATE", "AGENT", "MSGS", "TOOLS"];
  const widths = columnWidths([head, ...rows]);
  const indent = "  ";
  const room = width - widths.reduce((sum, column) => sum + column + 2, 0);
  return [
    style.paint("dim", `${line(head, widths)}TITLE`),
    ...sessions.flatMap((session, index) => [
      paintState(line(rows[index] ?? [], widths), session.state, widths, style.paint) + cut(titleWords(session), room),
      ...below(session, index, style, width - 2).map((text) => indent + text),
    ]),
  ];
}

function longTable(sessions: readonly SessionSummary[], style: TableStyle): string[] {
  const rows = sessions.map((session) => [...cells(session, localTime(session.updatedAt)), exactLine(session.id)]);
  const head = ["UPDATED", "STATE", "AGENT", "MSGS", "TOOLS", "ID"];
  const widths = columnWidths([head, ...rows]);
  return [
    `${line(head, widths)}TITLE`,
    ...sessions.map((session, index) => {
      const remarks = remarksOf(session, style.isEveryWorkspace);
      return [line(rows[index] ?? [], widths) + titleWords(session), ...remarks].join(" · ");
    }),
  ];
}

function card(session: SessionSummary, index: number, style: TableStyle, width: number): string[] {
  const { paint } = style;
  const state = toned(paint)(stateTones[session.state], stateWords(session.state));
  return [
    `${shortTime(session.updatedAt, style.now)}  ${state}  ${session.agent}`,
    `  ${cut(titleWords(session), width - 2)}`,
    `  ${cut(`${count(session.messageCount, "message")}, ${count(session.toolCount, "tool")}`, width - 2)}`,
    ...below(session, index, style, width - 2).map((text) => `  ${text}`),
  ];
}

function cells(session: SessionSummary, time: string): string[] {
  return [time, stateWords(session.state), session.agent, grouped(session.messageCount), grouped(session.toolCount)];
}

/** What names it in a command: its row, and its id for people; then the remarks. */
function below(session: SessionSummary, index: number, style: TableStyle, width: number): string[] {
  const { paint, isEveryWorkspace, start } = style;
  const id = `%${start + index} · ${exactLine(session.shortId)}`;
  const lines = [paint("dim", id)];
  let room = width - widthOf(id);
  for (const remark of remarksOf(session, isEveryWorkspace, width)) {
    const fits = widthOf(remark) + 3 <= room;
    if (fits) lines[lines.length - 1] += paint("dim", ` · ${remark}`);
    else lines.push(paint("dim", remark));
    room = fits ? room - widthOf(remark) - 3 : width - widthOf(remark);
  }
  return lines;
}

function tagsOf({ tags }: SessionSummary): string | null {
  return tags.length === 0 ? null : tags.map((tag) => `#${exactLine(tag)}`).join(" ");
}

/** Only the root is ever cut: part of an id would name another session. */
function remarksOf(session: SessionSummary, isEveryWorkspace: boolean, width = Number.POSITIVE_INFINITY): string[] {
  const { owner, subagentOf, lineage, damageCount } = session;
  const root = session.workspace === null ? "Unknown" : exactLine(session.workspace);
  return [
    isEveryWorkspace ? `root: ${cutLeft(root, width - "root: ".length)}` : null,
    session.parkedUntil && `until ${localTime(session.parkedUntil)}`,
    owner && `open in ${processWords(owner)}`,
    tagsOf(session),
    session.archived ? "archived" : null,
    session.hidden ? "hidden by you" : null,
    subagentOf && `sub-agent of ${exactLine(subagentOf)}`,
    lineage && lineageWords(lineage),
    damageCount > 0 ? `${count(damageCount, "damaged place")} (reprise doctor)` : null,
  ].filter((remark) => remark !== null);
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widest = (column: number) => rows.reduce((width, row) => Math.max(width, widthOf(row[column] ?? "")), 0);
  return (rows[0] ?? []).map((_, column) => widest(column));
}

/** Counts align right, words left; every column ends with two spaces. */
function line(row: readonly string[], widths: readonly number[]): string {
  const isCount = (column: number) => column === 3 || column === 4;
  return row.map((cell, column) => `${(isCount(column) ? padStart : padEnd)(cell, widths[column] ?? 0)}  `).join("");
}

function paintState(text: string, state: SessionState, widths: readonly number[], paint: Paint): string {
  const start = (widths[0] ?? 0) + 2;
  const words = stateWords(state);
  return text.slice(0, start) + toned(paint)(stateTones[state], words) + text.slice(start + words.length);
}

interface PagePlace {
  /** The number of the first row, from 1. */
  readonly start: number;
  /** The command that shows the next page; null on the last one. */
  readonly nextCommand: string | null;
}

export function listText(page: Page, place: PagePlace, look: Omit<TableStyle, "start">): string {
  const style: TableStyle = { ...look, start: place.start };
  const { paint } = style;
  const last = place.start + page.sessions.length - 1;
  const scope = style.isEveryWorkspace ? "All sessions" : "This project";
  const range = page.sessions.length === 0 ? "0" : `${grouped(place.start)}–${grouped(last)}`;
  const hidden = hiddenLine(page.hidden);
  return lines([
    ...sessionTable(page.sessions, style),
    ...(page.sessions.length > 0 ? [""] : []),
    `Showing ${range} of ${grouped(page.total)} · ${scope}${zoneOf(page)}`,
    ...(hidden === null ? [] : [paint("dim", hidden)]),
    ...(style.width === null || page.sessions.length === 0
      ? []
      : [paint("dim", `A number or an id names a row: reprise show %${place.start}`)]),
    ...(place.nextCommand === null ? [] : [paint("dim", `Next page: ${place.nextCommand}`)]),
  ]);
}

/** Printed text is read later and elsewhere: its times are dates and clocks, in one zone that it names. */
function zoneOf({ sessions }: Page): string {
  const zone = zoneText(sessions.find(({ updatedAt }) => updatedAt !== null)?.updatedAt ?? null);
  return zone === "" ? "" : ` · times in ${zone}`;
}

/** What else this scope contains, and the option that shows it. */
export function hiddenLine(hidden: Hidden): string | null {
  const parts = [
    hidden.empty > 0 ? `${grouped(hidden.empty)} more without messages (--include-empty)` : null,
    hidden.subagents > 0 ? `${count(hidden.subagents, "sub-agent session")} (--subagents)` : null,
    hidden.archived > 0 ? `${grouped(hidden.archived)} archived (--archived)` : null,
    hidden.byPerson > 0 ? `${grouped(hidden.byPerson)} hidden by you (--hidden)` : null,
    hidden.unreadable > 0 ? `${count(hidden.unreadable, "file")} could not be read (reprise doctor)` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

export function lines(all: readonly string[]): string {
  return all.map((line) => `${line.trimEnd()}\n`).join("");
}
