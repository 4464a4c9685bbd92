import type { FileChange, Item, WorkStatus } from "@reprise/model";
import { exactCode, exactLine, exactText, jsonText, workWords, writtenWords } from "@reprise/model";
import { count } from "../print/words.ts";
import { escaped } from "./html-text.ts";

/** Longer text is folded until opened. */
const FOLD_LINES = 20;

export function itemHtml(item: Item): string {
  switch (item.kind) {
    case "prompt":
    case "reply":
    case "reasoning":
    case "notice":
      return article(item, item.kind, `<p>${escaped(item.text)}</p>\n`);
    case "attachment":
      return article(item, `attached ${item.what} ${escaped(exactLine(item.name))}`, output(item.text));
    case "command":
      return article(
        item,
        `command${commandOutcome(item)}`,
        `<pre><code>${escaped(exactText(item.command))}</code></pre>\n${output(item.output)}`,
      );
    case "edit":
      return article(
        item,
        `edit${outcome(item.status)}`,
        output(item.reason ?? null) + item.changes.map((change) => changeHtml(item, change)).join(""),
      );
    case "tool":
      return article(
        item,
        `tool ${escaped(exactLine(item.name))}${outcome(item.status)}`,
        input(item.input) + output(item.output),
      );
    case "approval":
      return article(
        item,
        `approval · ${escaped(item.decision ?? "no decision recorded")}`,
        `<p>${escaped(exactText(item.subject))}</p>\n`,
      );
    case "opaque":
      return article(
        item,
        "opaque",
        `<details><summary>as recorded</summary>${pre(jsonText(item.raw ?? null))}</details>\n`,
      );
  }
}

function article({ kind }: Item, heading: string, content: string): string {
  return `<article class="${kind}">\n<h3>${heading}</h3>\n${content}</article>\n`;
}

function commandOutcome({ status, exitCode }: Item & { kind: "command" }): string {
  if (exitCode === null) return outcome(status);
  return exitCode === 0 ? " · exit 0" : ` · <strong>exit ${exitCode}</strong>`;
}

function outcome(status: WorkStatus): string {
  if (status === "done") return "";
  return ` · <strong>${workWords[status]}</strong>`;
}

function changeHtml(item: Item & { kind: "edit" }, file: FileChange): string {
  const { path, change, diff, movedTo } = file;
  const written = writtenWords(item, file);
  const content =
    diff === null ? "" : change === "add" || change === "delete" ? output(exactCode(diff)) : diffHtml(diff);
  const to = movedTo === undefined ? "" : ` → <code>${escaped(exactLine(movedTo))}</code>`;
  return `<p class="path">${change} <code>${escaped(exactLine(path))}</code>${to}${written === "" ? "" : ` · ${written}`}</p>\n${content}`;
}

function diffHtml(diff: string): string {
  const lines = escaped(exactCode(diff)).split("\n").map(diffLine);
  return `<pre>${lines.join("\n")}</pre>\n`;
}

function diffLine(line: string): string {
  if (line.startsWith("+")) return `<ins>${line}</ins>`;
  return line.startsWith("-") ? `<del>${line}</del>` : line;
}

function input(value: unknown): string {
  return value === null || value === undefined ? "" : output(exactText(jsonText(value)));
}

function output(text: string | null): string {
  if (text === null || text === "") return "";
  const lineCount = text.split("\n", 10_000).length;
  if (lineCount <= FOLD_LINES) return `${pre(text)}\n`;
  const size = lineCount < 10_000 ? count(lineCount, "line") : "10,000 lines or more";
  return `<details><summary>${size}</summary>${pre(text)}</details>\n`;
}

/** Browsers drop a newline right after the tag; this one is there to be dropped. */
function pre(text: string): string {
  return `<pre>\n${escaped(text)}</pre>`;
}
