import {
  type ChangeBlock,
  changedPaths,
  exactLine,
  exactText,
  type Item,
  type ItemBlock,
  type ItemOutcome,
  type ItemTone,
  jsonText,
  presented,
} from "@reprise/model";
import { type DiffLine, diffLines } from "@reprise/web/text";
import { count } from "../print/words.ts";
import { markdownHtml } from "./html-markdown.ts";
import { escaped } from "./html-text.ts";

/** Longer text is folded until opened. */
const FOLD_LINES = 20;

export function itemHtml(item: Item): string {
  const { tone, name, subject, outcome, blocks } = presented(item);
  const pairs = blocks.flatMap((block) => (block.type === "pair" ? [` · ${escaped(block.text)}`] : []));
  const words = outcome?.words ? ` · ${outcomeHtml(outcome)}` : "";
  const heading = `${name}${subject === null ? "" : ` ${escaped(exactLine(subject))}`}${words}${pairs.join("")}`;
  const content = output(outcome?.reason ?? "") + blocks.map((block) => blockHtml(block, tone)).join("");
  return `<article class="${item.kind}">\n<h3>${heading}</h3>\n${content}</article>\n`;
}

function outcomeHtml({ severity, words }: ItemOutcome): string {
  return severity === "good" ? `<span class="good">${words}</span>` : `<strong class="outcome">${words}</strong>`;
}

function blockHtml(block: ItemBlock, tone: ItemTone): string {
  switch (block.type) {
    case "prose":
      return proseHtml(block.text, tone);
    case "exact":
      if (block.language === "text") return plain(exactText(block.text));
      return `<pre class="command"><code>${escaped(exactText(block.text))}</code></pre>\n`;
    case "value": {
      const text = exactText(jsonText(block.value));
      return tone === "aside" ? `<details><summary>as recorded</summary>${pre(text)}</details>\n` : output(text);
    }
    case "output":
      return output(block.text);
    case "change":
      return changeHtml(block);
    case "pair":
      return ""; // in the heading
  }
}

function proseHtml(text: string, tone: ItemTone): string {
  if (tone === "aside") return plain(text);
  return tone === "thought" ? folded(text) : markdownHtml(text);
}

function plain(text: string): string {
  return `<p class="plain">${escaped(text)}</p>\n`;
}

function changeHtml(file: ChangeBlock): string {
  const { change, diff, written } = file;
  const paths = changedPaths(file, (path) => `<code>${escaped(exactLine(path))}</code>`);
  const name = `${change} ${paths}${written === "" ? "" : ` · ${written}`}`;
  return `<p class="path">${name}</p>\n${diff === null ? "" : diffHtml(diff, change)}`;
}

function diffHtml(diff: string, change: ChangeBlock["change"]): string {
  const lines = diffLines(diff, change);
  const shown = lines.map(({ kind, text }) => `${elements[kind](escaped(text))}`).join("");
  const block = `<pre class="diff">\n${shown}</pre>`;
  if (lines.length <= FOLD_LINES * 2) return `${block}\n`;
  return `<details><summary>${count(lines.length, "line")}</summary>${block}</details>\n`;
}

const elements: Readonly<Record<DiffLine["kind"], (line: string) => string>> = {
  added: (line) => `<ins>${line}</ins>`,
  removed: (line) => `<del>${line}</del>`,
  place: (line) => `<span class="place">${line}</span>`,
  name: (line) => `<span class="place">${line}</span>`,
  same: (line) => `<span>${line}</span>`,
};

function folded(text: string): string {
  if (text.trim() === "") return "";
  return `<details><summary>${count(text.trim().split("\n").length, "line")}</summary>${markdownHtml(text)}</details>\n`;
}

function output(text: string): string {
  if (text === "") return "";
  const lineCount = text.split("\n", 10_000).length;
  if (lineCount <= FOLD_LINES) return `${pre(text)}\n`;
  const size = lineCount < 10_000 ? count(lineCount, "line") : "10,000 lines or more";
  return `<details><summary>${size}</summary>${pre(text)}</details>\n`;
}

/** Browsers drop a newline right after the tag; this one is there to be dropped. */
function pre(text: string): string {
  return `<pre>\n${escaped(text)}</pre>`;
}
