import {
  briefValue,
  changesIn,
  exactLine,
  exactText,
  type ItemBlock,
  type ItemBody,
  jsonText,
  type Presented,
  presented,
} from "@reprise/model";
import { count } from "../text/count.ts";
import { cutTo } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";
import { changeRows, changesLine } from "./change-rows.ts";
import { markMatches } from "./mark-matches.ts";
import { markdownRows } from "./markdown-rows.ts";
import { outputRows, wholeRows } from "./output-rows.ts";
import { type RowOptions, rowLimit } from "./row-options.ts";
import { lineCountOf } from "./text-lines.ts";
import { oneRow } from "./wrap-rows.ts";

/** Below this width rows are cut instead of wrapped to a letter each. */
const leastColumns = 12;

/** Rows of one item: safe, no wider than `columns`, at least one. */
export function itemRows(item: ItemBody, options: RowOptions): readonly string[] {
  const columns = Math.max(leastColumns, options.columns);
  const laid = rowsOf(presented(item, options.openWords), { ...options, columns });
  const rows = options.columns < leastColumns ? laid.map((row) => cutTo(row, options.columns)) : laid;
  const { search, theme } = options;
  return search ? rows.map((row) => markMatches(row, [search], theme)) : rows;
}

function rowsOf(shown: Presented, options: RowOptions): readonly string[] {
  const [first] = shown.blocks;
  const text = first?.type === "prose" ? first.text : "";
  switch (shown.tone) {
    case "person":
      return promptRows(text, options);
    case "agent":
      return replyRows(text, options);
    case "thought":
      return thoughtRows(shown.label, text, options);
    case "given":
      return givenRows(shown, options);
    case "work":
      return workRows(shown, options);
    case "aside":
      return asideRows(shown, options);
  }
}

function promptRows(text: string, options: RowOptions): string[] {
  const rows = outputRows(text, options, { indent: 2, isProse: true, head: 6, tail: 3 });
  const shown = rows.length > 0 ? rows : ["  (empty)"];
  return shown.map((row, index) => options.theme("bold", index === 0 ? `› ${row.trimStart()}` : row));
}

function replyRows(text: string, options: RowOptions): string[] {
  if (options.isFolded) return foldedRows("", text, options);
  const rows = markdownRows(text, options.columns, options.theme) ?? paragraph(text, options);
  return rows.length > 0 ? rows : [options.theme("dim", "(an empty reply)")];
}

function thoughtRows(label: string, text: string, options: RowOptions): string[] {
  const rows = options.isFolded
    ? foldedRows(`${label}: `, text, options)
    : [`${label}:`, ...wholeRows(text, options, { indent: 2, isProse: true })];
  return rows.map((row) => options.theme("dim", row));
}

/** The first line and how much is hidden. */
function foldedRows(mark: string, text: string, { columns, leftOut }: RowOptions): string[] {
  const rest = lineCountOf(text) - 1 + (leftOut?.lines ?? 0);
  const more = rest > 0 ? ` … ${count(rest, "more line")}` : "";
  const first = text.trimStart().split("\n", 1)[0] ?? "";
  return [oneRow(mark + first, columns - more.length) + more];
}

function paragraph(text: string, options: RowOptions): string[] {
  return wholeRows(text, options, { indent: 0, isProse: true });
}

/** `+ file: NAME`, then its content. */
function givenRows({ label, subject, blocks }: Presented, options: RowOptions): string[] {
  const head = oneRow(`+ ${label}: ${exactLine(subject ?? "")}`, options.columns);
  return [options.theme("dim", head), ...blocks.flatMap((block) => blockRows(block, options, { head: 3, tail: 2 }))];
}

/** `$ npm test  exit 1`, `tool NAME input` or `edit  3 files, +12 −4`; then the output, or each file with its changes. */
function workRows({ label, subject, outcome, blocks }: Presented, options: RowOptions): string[] {
  const { columns, theme, isFolded } = options;
  const [script] = blocks;
  const ending = outcome?.words ? theme(tones[outcome.severity], outcome.words) : "";
  const files = changesIn(blocks);
  const name = subject === null ? label : `${label} ${exactLine(subject)}`;
  const details = files.length > 0 ? changesLine(files, isFolded) : isFolded ? inputOf(blocks) : "";
  const head =
    script?.type === "exact" ? scriptRows(script.text, options) : [theme("accent", oneRow(name + details, columns))];
  const rows = withEnding(head, ending, columns);
  rows.push(...outputRows(outcome?.reason ?? null, options, { indent: 2 }));
  const size = subject === null ? {} : { head: 3, tail: 3 };
  for (const block of script?.type === "exact" ? blocks.slice(1) : blocks) {
    if (rows.length > rowLimit && block.type === "change") break;
    if (!isFolded || block.type === "output") rows.push(...blockRows(block, options, size));
  }
  return rows;
}

const tones = { good: "dim", bad: "bad", unsure: "warn" } as const;

function inputOf(blocks: readonly ItemBlock[]): string {
  return blocks.map((block) => (block.type === "value" ? `  ${exactLine(briefValue(block.value))}` : "")).join("");
}

function scriptRows(text: string, options: RowOptions): string[] {
  const script = outputRows(exactText(text), { ...options, leftOut: null }, { indent: 2, head: 3, tail: 1 });
  const rows = script.map((row, index) => options.theme("accent", index === 0 ? `$ ${row.trimStart()}` : row));
  return rows.length > 0 ? rows : [options.theme("accent", "$")];
}

/** At the end of the last row if it fits, else in its own row. */
function withEnding(rows: readonly string[], ending: string, columns: number): string[] {
  const last = rows.at(-1) ?? "";
  if (ending === "") return [...rows];
  return widthOf(last) + 2 + widthOf(ending) <= columns
    ? [...rows.slice(0, -1), `${last}  ${ending}`]
    : [...rows, `  ${ending}`];
}

/** A remark, dim; not what was decided on. */
function asideRows({ label, blocks }: Presented, options: RowOptions): string[] {
  const { columns, theme, isFolded } = options;
  const dim = (rows: readonly string[]) => rows.map((row) => theme("dim", row));
  const [first] = blocks;
  if (first?.type === "prose") return dim(paragraph(`· ${first.text}`, options));
  if (first?.type === "value") {
    if (isFolded) return dim([oneRow(label + inputOf(blocks), columns)]);
    return dim([label, ...wholeRows(exactText(jsonText(first.value)), options, { indent: 2 })]);
  }
  const words = blocks.map((block) => {
    if (block.type === "pair") return ` → ${block.text}`;
    return block.type === "exact" ? exactText(block.text) : "";
  });
  return paragraph(`${label}: ${words.join("")}`, options);
}

interface Size {
  readonly head?: number;
  readonly tail?: number;
}

function blockRows(block: ItemBlock, options: RowOptions, size: Size): string[] {
  switch (block.type) {
    case "change":
      return changeRows(block, options);
    case "value":
      return outputRows(exactText(jsonText(block.value)), { ...options, leftOut: null }, { indent: 4 });
    case "exact":
      return outputRows(exactText(block.text), { ...options, leftOut: null }, { indent: 4 });
    case "pair":
      return wholeRows(`${block.label}: ${block.text}`, options, { indent: 2, isProse: true });
    case "prose":
      return outputRows(block.text, options, { indent: 2, isProse: true, ...size });
    case "output":
      return outputRows(block.text, options, { indent: 2, ...size });
  }
}
