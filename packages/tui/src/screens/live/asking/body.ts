import {
  type Agent,
  type Drift,
  exactLine,
  exactText,
  partRows,
  type Request,
  type RequestRow,
  requestRows,
} from "@reprise/model";
import { diffRow } from "../../../items/change-rows.ts";
import { hardRows } from "../../../items/wrap-rows.ts";
import type { Theme } from "../../../kernel/theme.ts";
import type { Ask, Asking } from "./ask.ts";
import { questionOf } from "./press.ts";

export interface AskPicture {
  readonly ask: Ask;
  readonly asking: Asking;
  readonly agent: Agent;
  /** Number of waiting requests, including this one. */
  readonly waiting: number;
}

/** The whole request, however long: it scrolls, and nothing is left out. */
export function bodyRows({ ask, asking }: AskPicture, columns: number, theme: Theme): readonly string[] {
  if (ask.kind === "drift") return ask.drift.flatMap((drift) => wrapped(driftText(drift), columns));
  const question = questionOf(asking, ask);
  const place = ask.request.questions.length > 1 ? ` ${asking.question + 1} of ${ask.request.questions.length}` : "";
  const asked = { label: `Question${place}`, text: exactText(question?.text ?? ""), isDiff: false };
  const rows = [...rowsOf(ask.request, columns), ...(question ? partRows([asked], columns) : [])];
  return rows.map(({ lead, text, isDiff }) => theme("dim", lead) + (isDiff ? diffRow(text, text, theme) : text));
}

/** Cached by width: a change may be long, and every key needs its height. */
function rowsOf(request: Request, columns: number): readonly RequestRow[] {
  const known = laid.get(request);
  if (known?.columns === columns) return known.rows;
  const rows = requestRows(request, columns);
  laid.set(request, { columns, rows });
  return rows;
}

interface Laid {
  readonly columns: number;
  readonly rows: readonly RequestRow[];
}

const laid = new WeakMap<Request, Laid>();

export function wrapped(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => hardRows(line, columns, Number.MAX_SAFE_INTEGER));
}

function driftText({ subject, recorded, now, widens, note }: Drift): string {
  const change = `${exactLine(subject)}: ${exactLine(recorded ?? "not recorded")} → ${exactLine(now ?? "not known")}`;
  return [change, widens ? "allows more than before" : null, note && exactLine(note)].filter(Boolean).join(" · ");
}
