import {
  briefValue,
  type ChangeBlock,
  changedPaths,
  exactLine,
  exactText,
  type ItemBlock,
  type ItemBody,
  type ItemOutcome,
  jsonText,
  type Presented,
  presented,
  safeBody,
  safeLine,
  signedDiff,
} from "@reprise/model";
import type { Paint } from "../paint.ts";
import { cut } from "../width.ts";
import { wrappedWords } from "../word-wrap.ts";
import { count } from "../words.ts";

export interface ItemStyle {
  readonly paint: Paint;
  /** Prose is wrapped to it; null: nothing is wrapped. */
  readonly width?: number | null;
  /** Longer outputs are folded to this many lines; null folds nothing. */
  readonly foldLines: number | null;
  /** How to see the folded text. */
  readonly moreHint?: string;
  /** For work without a recorded outcome. */
  readonly openWords?: string;
}

/** One item as lines that end with a newline. Nothing in it can act on a terminal. */
export function itemText(item: ItemBody, style: ItemStyle): string {
  const shown = presented(item, style.openWords);
  const { paint } = style;
  switch (shown.tone) {
    case "person":
      return marked("> ", paint("bold", proseIn(shown, style, 2)));
    case "agent":
      return `${proseIn(shown, style)}\n`;
    case "thought":
      return paint("dim", marked("  ", `${shown.label}:\n${proseIn(shown, style, 2)}`));
    case "given":
      return `${paint("dim", `+ ${shown.label}: ${exactLine(shown.subject ?? "")}`)}\n${blocksText(shown.blocks, style)}`;
    case "work":
      return workText(shown, style);
    case "aside":
      return asideText(shown, style);
  }
}

/** `indent`: columns before each line. */
function proseIn({ blocks }: Presented, { width = null }: ItemStyle, indent = 0): string {
  const text = blocks.map((block) => (block.type === "prose" ? safeBody(block.text) : "")).join("");
  return wrappedWords(text, width === null ? null : Math.max(1, width - indent));
}

function workText({ label, subject, outcome, blocks }: Presented, style: ItemStyle): string {
  const [script, ...rest] = blocks;
  const isScript = script?.type === "exact";
  const name = `${label}${subject === null ? "" : ` ${exactLine(subject)}`}`;
  const head = isScript ? scriptText(script.text, style.paint) : style.paint("cyan", name);
  const reason = outputText(outcome?.reason ?? "", style);
  return `${head}${exitText(outcome, style.paint)}\n${reason}${blocksText(isScript ? rest : blocks, style)}`;
}

export function scriptText(command: string, paint: Paint): string {
  const [first = "", ...rest] = exactText(command).split("\n");
  return paint("cyan", [`$ ${first}`, ...rest.map((line) => `  ${line}`)].join("\n"));
}

const tones = { good: "dim", bad: "red", unsure: "yellow" } as const;

/** Empty for finished work without an exit code. */
export function exitText(outcome: ItemOutcome | null, paint: Paint): string {
  return outcome === null || outcome.words === "" ? "" : paint(tones[outcome.severity], `  (${outcome.words})`);
}

/** A remark on its line: what was decided on stands out, the rest does not. */
function asideText({ label, blocks }: Presented, { paint, width = null }: ItemStyle): string {
  const isDecision = blocks.some(({ type }) => type === "exact");
  const text = `${label}: ${blocks.map(asideBlock).join("")}\n`;
  return isDecision ? text : paint("dim", wrappedWords(text, width));
}

function asideBlock(block: ItemBlock): string {
  if (block.type === "value") return cut(exactLine(briefValue(block.value).slice(0, 1000)), 200);
  if (block.type === "pair") return ` → ${safeLine(block.text)}`;
  if (block.type === "change") return changedPaths(block);
  return block.type === "exact" ? exactText(block.text) : safeBody(block.text);
}

function blocksText(blocks: readonly ItemBlock[], style: ItemStyle): string {
  return blocks.map((block) => blockText(block, style)).join("");
}

function blockText(block: ItemBlock, style: ItemStyle): string {
  if (block.type === "change") return changeText(block, style);
  if (block.type === "pair") return `  ${block.label}: ${safeLine(block.text)}\n`;
  if (block.type === "value") return outputText(exactText(jsonText(block.value)), style);
  return outputText(block.type === "exact" ? exactText(block.text) : block.text, style);
}

function changeText(file: ChangeBlock, style: ItemStyle): string {
  const { change, diff, written } = file;
  const words = written === "" ? "" : style.paint("yellow", `  (${written})`);
  const head = `  ${change} ${changedPaths(file)}${words}\n`;
  if (diff === null) return head;
  const lines = folded(signedDiff(file, diff), style).split("\n");
  return head + marked("    ", lines.map((line) => diffLine(line, style.paint)).join("\n"));
}

export function diffLine(line: string, paint: Paint): string {
  if (/^(?:\+\+\+|---) /.test(line)) return paint("bold", line);
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line.startsWith("@@") ? paint("dim", line) : line;
}

function outputText(output: string, style: ItemStyle): string {
  return output === "" ? "" : marked("  ", folded(safeBody(output), style));
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
  const all = `${mark}${text.replaceAll("\n", `\n${mark}`)}\n`;
  return /^\n|\n\n/.test(text) ? all.replace(new RegExp(`^${mark}$`, "gm"), mark.trimEnd()) : all;
}
