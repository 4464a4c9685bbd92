import { type Agent, type Drift, type ItemBody, safeLine, safeText } from "@reprise/model";
import { itemRows } from "../../../items/index.ts";
import { safe } from "../../../items/lay.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import { wrap } from "../../../text/wrap.ts";
import type { Ask, Asking } from "./ask.ts";
import { questionOf } from "./press.ts";

export interface AskPicture {
  readonly ask: Ask;
  readonly asking: Asking;
  readonly agent: Agent;
  /** How many there are, this one with them. */
  readonly waiting: number;
  /** What the request is about, where the agent has told it. */
  readonly item: ItemBody | null;
}

/** All that is asked, however long: it is scrolled, and nothing of it is left out. */
export function bodyRows({ ask, asking, item }: AskPicture, columns: number, theme: Theme): string[] {
  if (ask.kind === "drift") return ask.drift.flatMap((drift) => wrapped(driftText(drift), columns));
  const { subject, kind, cwd, reason, questions } = ask.request;
  const question = questionOf(asking, ask);
  const place = questions.length > 1 ? `(${asking.question + 1} of ${questions.length}) ` : "";
  const text = kind === "command" ? `$ ${subject}` : subject;
  return [
    ...(question && kind === "question" ? [] : wrapped(text, columns)),
    ...(cwd === null ? [] : wrapped(`in ${safeLine(cwd)}`, columns).map((row) => theme("dim", row))),
    ...(reason ? wrapped(reason, columns) : []),
    ...(item?.kind === "edit" ? editRows(item, columns, theme) : []),
    ...(question ? wrapped(place + question.text, columns) : []),
  ];
}

/** Laid out once for a width: a change may be long, and every key asks how far it reaches. */
function editRows(item: ItemBody, columns: number, theme: Theme): readonly string[] {
  const known = laid.get(item)?.get(theme);
  if (known?.columns === columns) return known.rows;
  const rows = itemRows(item, { columns, theme, isFolded: false, openWords: "" });
  laid.set(item, (laid.get(item) ?? new Map()).set(theme, { columns, rows }));
  return rows;
}

const laid = new WeakMap<
  ItemBody,
  Map<Theme, { readonly columns: number; readonly rows: readonly string[] }>
>();

export function wrapped(text: string, columns: number): string[] {
  return safeText(text)
    .split("\n")
    .flatMap((line) => wrap(safe(line), columns))
    .map((row) => cutTo(row, columns));
}

function driftText({ subject, recorded, now, widens, note }: Drift): string {
  const change = `${subject}: ${recorded ?? "not recorded"} → ${now ?? "not known"}`;
  return [change, widens ? "allows more than before" : null, note].filter(Boolean).join(" · ");
}
