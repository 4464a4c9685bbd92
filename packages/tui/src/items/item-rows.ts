import { exactLine, exactText, type ItemBody, jsonText } from "@reprise/model";
import { count } from "../text/count.ts";
import { cutTo } from "../text/fit.ts";
import { commandRows, withEnding } from "./command-rows.ts";
import { editRows } from "./edit-rows.ts";
import { markMatches } from "./mark-matches.ts";
import { markdownRows } from "./markdown-rows.ts";
import { paintedOutcome } from "./outcome.ts";
import { outputRows, wholeRows } from "./output-rows.ts";
import type { RowOptions } from "./row-options.ts";
import { lineCountOf } from "./text-lines.ts";
import { oneRow } from "./wrap-rows.ts";

/** Below this width rows are cut instead of wrapped to a letter each. */
const leastColumns = 12;

/** Rows of one item: safe, no wider than `columns`, at least one. */
export function itemRows(item: ItemBody, options: RowOptions): readonly string[] {
  const columns = Math.max(leastColumns, options.columns);
  const laid = rowsOf(item, { ...options, columns });
  const rows = options.columns < leastColumns ? laid.map((row) => cutTo(row, options.columns)) : laid;
  const { search, theme } = options;
  return search ? rows.map((row) => markMatches(row, [search], theme)) : rows;
}

function rowsOf(item: ItemBody, options: RowOptions): readonly string[] {
  const { theme } = options;
  switch (item.kind) {
    case "prompt":
      return promptRows(item.text, options);
    case "attachment":
      return attachmentRows(item, options);
    case "reply":
      return replyRows(item.text, options);
    case "reasoning":
      return reasoningRows(item.text, options);
    case "command":
      return commandRows(item, options);
    case "edit":
      return editRows(item, options);
    case "tool":
      return toolRows(item, options);
    case "approval":
      return paragraph(`approval: ${exactText(item.subject)} → ${item.decision ?? "no decision recorded"}`, options);
    case "notice":
      return paragraph(`· ${item.text}`, options).map((row) => theme("dim", row));
    case "opaque":
      return opaqueRows(item.raw, options);
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

function reasoningRows(text: string, options: RowOptions): string[] {
  const { theme } = options;
  if (options.isFolded) return foldedRows("reasoning: ", text, options).map((row) => theme("dim", row));
  return ["reasoning:", ...wholeRows(text, options, { indent: 2, isProse: true })].map((row) => theme("dim", row));
}

/** The first line and how much is hidden. */
function foldedRows(mark: string, text: string, { columns, leftOut }: RowOptions): string[] {
  const rest = lineCountOf(text) - 1 + (leftOut?.lines ?? 0);
  const more = rest > 0 ? ` … ${count(rest, "more line")}` : "";
  const first = text.trimStart().split("\n", 1)[0] ?? "";
  return [oneRow(mark + first, columns - more.length) + more];
}

function opaqueRows(raw: unknown, options: RowOptions): string[] {
  const { columns, theme } = options;
  if (options.isFolded) return [theme("dim", oneRow(`unknown record  ${briefJson(raw)}`, columns))];
  return ["unknown record", ...wholeRows(jsonText(raw), options, { indent: 2 })].map((row) => theme("dim", row));
}

function paragraph(text: string, options: RowOptions): string[] {
  return wholeRows(text, options, { indent: 0, isProse: true });
}

/** `+ file: NAME`, then its content. */
function attachmentRows(item: ItemBody & { readonly kind: "attachment" }, options: RowOptions): string[] {
  const head = oneRow(`+ ${item.what}: ${exactLine(item.name)}`, options.columns);
  return [options.theme("dim", head), ...outputRows(item.text, options, { indent: 2, head: 3, tail: 2 })];
}

type ToolItem = ItemBody & { readonly kind: "tool" };

/** `tool NAME input` (input shortened while folded), then the output. */
function toolRows(item: ToolItem, options: RowOptions): string[] {
  const { columns, theme, isFolded } = options;
  const hasInput = item.input !== null && item.input !== undefined;
  const input = isFolded && hasInput ? `  ${exactLine(briefJson(item.input))}` : "";
  const head = theme("accent", oneRow(`tool ${exactLine(item.name)}${input}`, columns));
  return [
    ...withEnding([head], paintedOutcome(item.status, options), columns),
    ...(isFolded || !hasInput
      ? []
      : outputRows(exactText(jsonText(item.input)), { ...options, leftOut: null }, { indent: 4 })),
    ...outputRows(item.output, options, { indent: 2, head: 3, tail: 3 }),
  ];
}

const longest = 2_000;
const most = 50;

/** A value on one line, long strings cut; never throws, never walks a string of megabytes. */
function briefJson(value: unknown): string {
  if (typeof value === "string") return value.slice(0, longest);
  try {
    return JSON.stringify(value, (_, part: unknown) => shortened(part)) ?? "";
  } catch {
    return String(value);
  }
}

function shortened(part: unknown): unknown {
  if (typeof part === "string" && part.length > longest) return `${part.slice(0, longest)}…`;
  return Array.isArray(part) && part.length > most ? [...part.slice(0, most), "…"] : part;
}
