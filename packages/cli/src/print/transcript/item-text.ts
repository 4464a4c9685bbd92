import type { FileChange, ItemBody, WorkStatus } from "@reprise/model";
import { exactCode, exactLine, exactText, jsonText, safeBody, safeLine, workWords, writtenWords } from "@reprise/model";
import { safeJson } from "@reprise/model/json";
import type { Paint } from "../paint.ts";
import { cut } from "../width.ts";
import { count } from "../words.ts";

export interface ItemStyle {
  readonly paint: Paint;
  /** Longer outputs are folded to this many lines; null folds nothing. */
  readonly foldLines: number | null;
  /** How to see the folded text. */
  readonly moreHint?: string;
}

/** One item as lines that end with a newline. Nothing in it can act on a terminal. */
export function itemText(item: ItemBody, style: ItemStyle): string {
  const { paint } = style;
  switch (item.kind) {
    case "prompt":
      return marked("> ", paint("bold", safeBody(item.text)));
    case "attachment":
      return `${paint("dim", `+ ${item.what}: ${exactLine(item.name)}`)}\n${outputText(item.text, style)}`;
    case "reply":
      return `${safeBody(item.text)}\n`;
    case "reasoning":
      return paint("dim", marked("  ", `reasoning:\n${safeBody(item.text)}`));
    case "command":
      return commandText(item, style);
    case "edit":
      return editText(item, style);
    case "tool":
      return `${paint("cyan", `tool ${exactLine(item.name)}`)}${outcome(item.status, paint)}\n${toolText(item, style)}`;
    case "approval":
      return `approval: ${exactText(item.subject)} → ${safeLine(item.decision ?? "no decision recorded")}\n`;
    case "notice":
      return paint("dim", `notice: ${safeBody(item.text)}\n`);
    case "opaque":
      return paint("dim", `opaque: ${cut(safeLine(safeJson(item.raw ?? null).slice(0, 1000)), 200)}\n`);
  }
}

type CommandItem = ItemBody & { kind: "command" };

function commandText(item: CommandItem, style: ItemStyle): string {
  const { paint } = style;
  return `${scriptText(item.command, paint)}${exitText(item, paint)}\n${outputText(item.output, style)}`;
}

export function scriptText(command: string, paint: Paint): string {
  const [first = "", ...rest] = exactText(command).split("\n");
  return paint("cyan", [`$ ${first}`, ...rest.map((line) => `  ${line}`)].join("\n"));
}

/** Empty for finished work without an exit code. */
export function exitText({ exitCode, status }: CommandItem, paint: Paint): string {
  return exitCode === null ? outcome(status, paint) : exitWord(exitCode, paint);
}

function exitWord(exitCode: number, paint: Paint): string {
  return exitCode === 0 ? paint("dim", "  (exit 0)") : paint("red", `  (exit ${exitCode})`);
}

function outcome(status: WorkStatus, paint: Paint): string {
  if (status === "done") return "";
  const isUndone = status === "open" || status === "waiting";
  return paint(isUndone ? "yellow" : "red", `  (${workWords[status]})`);
}

type EditItem = ItemBody & { kind: "edit" };

function editText(item: EditItem, style: ItemStyle): string {
  const changes = item.changes.map((change) => changeText(item, change, style)).join("");
  const head = `${style.paint("cyan", "edit")}${outcome(item.status, style.paint)}\n`;
  return head + outputText(item.reason ?? null, style) + changes;
}

function changeText(item: EditItem, file: FileChange, style: ItemStyle): string {
  const { path, change, diff, movedTo } = file;
  const to = movedTo === undefined ? "" : ` → ${exactLine(movedTo)}`;
  const written = writtenWords(item, file);
  const head = `  ${change} ${exactLine(path)}${to}${written === "" ? "" : style.paint("yellow", `  (${written})`)}\n`;
  if (diff === null) return head;
  const isWhole = change === "add" || change === "delete";
  const exact = exactCode(diff);
  const text = isWhole ? signed(change === "add" ? "+" : "-", exact) : exact;
  const lines = folded(text, style).split("\n");
  return head + marked("    ", lines.map((line) => diffLine(line, style.paint)).join("\n"));
}

export function diffLine(line: string, paint: Paint): string {
  if (/^(?:\+\+\+|---) /.test(line)) return paint("bold", line);
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line.startsWith("@@") ? paint("dim", line) : line;
}

function toolText(item: ItemBody & { kind: "tool" }, style: ItemStyle): string {
  const input =
    item.input === null || item.input === undefined ? "" : outputText(exactText(jsonText(item.input)), style);
  return input + outputText(item.output, style);
}

function outputText(output: string | null, style: ItemStyle): string {
  return output === null || output === "" ? "" : marked("  ", folded(safeBody(output), style));
}

/** Keeps the start and the end; errors are at the end. */
function folded(text: string, { foldLines, paint, moreHint = "--full" }: ItemStyle): string {
  if (foldLines === null) return text;
  const lines = text.split("\n");
  const left = lines.length - foldLines;
  if (left <= 1) return text;
  const tail = Math.floor(foldLines / 3);
  const note = paint("dim", `… ${count(left, "more line")} (${moreHint})`);
  return [...lines.slice(0, foldLines - tail), note, ...lines.slice(lines.length - tail)].join("\n");
}

/** Prefixes each line with the mark. An output may have millions of lines: never split it. */
function marked(mark: string, text: string): string {
  const all = `${signed(mark, text)}\n`;
  return /^\n|\n\n/.test(text) ? all.replace(new RegExp(`^${mark}$`, "gm"), mark.trimEnd()) : all;
}

function signed(sign: string, text: string): string {
  return sign + text.replaceAll("\n", `\n${sign}`);
}
