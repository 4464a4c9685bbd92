import { exactLine, labelOf, rootOf, type SessionSummary, zonedSpan } from "@reprise/model";
import type { Theme } from "../../../kernel/theme.ts";
import { cutLeft, cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { wrap } from "../../../text/wrap.ts";
import type { PanePosition } from "../preview/pane-position.ts";
import type { State } from "../state.ts";
import { contentsOf, mainFile, remarksOf } from "./detail.ts";

/** The details in a few lines above a preview; fewer where it is low. */
export function paneDetail(
  session: SessionSummary,
  state: State,
  { columns, height }: PanePosition,
  theme: Theme,
): string[] {
  const title = wrap(labelOf(session), columns).slice(0, 2);
  const remarks = remarksOf(session).map((remark) => theme("plain", cutTo(remark, columns)));
  const { shortId, model, source } = session;
  const from = [model, source].filter((part) => part !== null).map(exactLine);
  const file = mainFile(session);
  const facts = [
    exactLine(shortId),
    ...joined([zonedSpan(session.createdAt, session.updatedAt), contentsOf(session)], columns),
    ...joined(
      [...session.tags.map((tag) => `#${exactLine(tag)}`), rootOf(session, state.here.homeFolder), ...from],
      columns,
    ),
  ].map((line) => cutTo(line, columns));
  const lines = [
    ...title.map((line) => theme("bold", cutTo(line, columns))),
    ...facts.map((line) => theme("dim", line)),
    ...(file === null ? [] : [theme("dim", cutLeft(file, columns))]),
  ];
  return [...lines.slice(0, Math.max(2, Math.floor(height / 3) - remarks.length)), ...remarks];
}

/** Parts that no longer fit on a line begin the next one. */
function joined(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)} · ${part}`;
    if (lines.length > 0 && widthOf(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}
