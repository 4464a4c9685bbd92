import {
  bytes,
  exactLine,
  labelOf,
  lineageWords,
  localTime,
  processWords,
  rootOf,
  type SessionSummary,
  safeLine,
  zonedSpan,
} from "@reprise/model";
import { count } from "../../../text/count.ts";
import { cutLeft, cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { wrap } from "../../../text/wrap.ts";
import { tagWords } from "../panel/tidy.ts";
import type { State } from "../state.ts";

/** Details of the selected session in at most so many lines, with its id and its full prompt. */
export function detailLines(session: SessionSummary, state: State, columns: number, height: number): string[] {
  if (height <= 0) return [];
  const remarks = remarksOf(session);
  const id = exactLine(session.shortId);
  // The list row cuts the prompt on most screens.
  if (height === 1) return [cutTo([...remarks, labelOf(session), id].join(" · "), columns)];
  if (height < 4) return [labelOf(session), [id, ...remarks].join(" · ")].map((line) => cutTo(line, columns));
  const facts = factsOf(session, state);
  const width = Math.max(...facts.map(([label]) => widthOf(label)));
  return facts
    .flatMap(([label, value]) => {
      const room = columns - width - 4;
      const lines = label === "file" ? [cutLeft(value, room)] : wrap(value, room).slice(0, 2);
      return lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(width)}  ${line}`);
    })
    .slice(0, height)
    .map((line) => cutTo(line, columns));
}

function factsOf(session: SessionSummary, state: State): [label: string, value: string][] {
  const facts: [string, string | null][] = [
    ["title", session.title === "" ? null : safeLine(session.title)],
    ["name", session.name === null ? null : exactLine(session.name)],
    ["id", exactLine(session.shortId)],
    ["tags", session.tags.length === 0 ? null : exactLine(tagWords(session.tags))],
    ["note", remarksOf(session).join(" · ") || null],
    ["folder", rootOf(session, state.here.homeFolder).replace(/^root: /, "")],
    ["time", zonedSpan(session.createdAt, session.updatedAt)],
    ["contents", contentsOf(session)],
    ["model", session.model === null ? null : exactLine(session.model)],
    ["from", session.source === null ? null : exactLine(session.source)],
    ["file", mainFile(session)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

export function mainFile({ files }: SessionSummary): string | null {
  const file = files.find(({ role }) => role === "main") ?? files[0];
  return file ? exactLine(file.path) : null;
}

export function contentsOf({ turnCount, messageCount, toolCount, sizeBytes }: SessionSummary): string {
  return `${count(turnCount, "turn")}, ${count(messageCount, "message")}, ${count(toolCount, "tool call")}, ${bytes(sizeBytes)}`;
}

export function remarksOf({
  owner,
  parkedUntil,
  archived,
  hidden,
  subagentOf,
  lineage,
  damageCount,
}: SessionSummary): string[] {
  return [
    owner && `open in ${processWords(owner)}`,
    parkedUntil === null ? null : `parked until ${localTime(parkedUntil)}`,
    archived ? "archived" : null,
    hidden ? "hidden by you" : null,
    subagentOf && `sub-agent of ${exactLine(subagentOf)}`,
    lineage && lineageWords(lineage),
    damageCount > 0 ? `${count(damageCount, "damaged place")}, listed in the view` : null,
  ].filter((remark) => remark !== null);
}
