import { exactText, type ItemBody, jsonText } from "@reprise/model";
import { count } from "../text/count.ts";
import { cutTo } from "../text/fit.ts";
import { attachmentRows } from "./attachment-rows.ts";
import { briefJson } from "./brief-json.ts";
import { commandRows } from "./command-rows.ts";
import { editRows } from "./edit-rows.ts";
import { oneRow } from "./lay.ts";
import { lineCountOf } from "./lines.ts";
import { markMatches } from "./mark-matches.ts";
import { markdownRows } from "./markdown-rows.ts";
import { outputRows, wholeRows } from "./output-rows.ts";
import type { RowOptions } from "./row-options.ts";
import { toolRows } from "./tool-rows.ts";

/** Below it nothing is readable: rows are cut, not wrapped to a letter each. */
const leastColumns = 12;

/** One item as it stands on a screen: safe, no row wider than `columns`, at least one row. */
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
      return paragraph(
        `approval: ${exactText(item.subject)} → ${item.decision ?? "no decision recorded"}`,
        options,
      );
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
  return ["reasoning:", ...wholeRows(text, options, { indent: 2, isProse: true })].map((row) =>
    theme("dim", row),
  );
}

/** The first line and how much there is more. */
function foldedRows(mark: string, text: string, { columns, leftOut }: RowOptions): string[] {
  const rest = lineCountOf(text) - 1 + (leftOut?.lines ?? 0);
  const more = rest > 0 ? ` … ${count(rest, "more line")}` : "";
  const first = text.trimStart().split("\n", 1)[0] ?? "";
  return [oneRow(mark + first, columns - more.length) + more];
}

function opaqueRows(raw: unknown, options: RowOptions): string[] {
  const { columns, theme } = options;
  if (options.isFolded) return [theme("dim", oneRow(`unknown record  ${briefJson(raw)}`, columns))];
  return ["unknown record", ...wholeRows(jsonText(raw), options, { indent: 2 })].map((row) =>
    theme("dim", row),
  );
}

function paragraph(text: string, options: RowOptions): string[] {
  return wholeRows(text, options, { indent: 0, isProse: true });
}
