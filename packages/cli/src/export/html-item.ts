import type { FileChange, Item, WorkStatus } from "@reprise/model";
import { exactLine, exactText, jsonText, workWords, writtenWords } from "@reprise/model";
import { type DiffLine, diffLines } from "@reprise/web/text";
import { count } from "../print/words.ts";
import { markdownHtml } from "./html-markdown.ts";
import { escaped } from "./html-text.ts";

/** Longer text is folded until opened. */
const FOLD_LINES = 20;

export function itemHtml(item: Item): string {
  switch (item.kind) {
    case "prompt":
      return article(item, "You", markdownHtml(item.text));
    case "reply":
      return article(item, "Reply", markdownHtml(item.text));
    case "reasoning":
      return article(item, "Reasoning", folded(item.text));
    case "notice":
      return article(item, "Notice", `<p class="plain">${escaped(item.text)}</p>\n`);
    case "attachment":
      return article(item, `Attached ${item.what} ${escaped(exactLine(item.name))}`, output(item.text));
    case "command":
      return article(
        item,
        `Command${commandOutcome(item)}`,
        `<pre class="command"><code>${escaped(exactText(item.command))}</code></pre>\n${output(item.output)}`,
      );
    case "edit":
      return article(
        item,
        `Edit${outcome(item.status)}`,
        output(item.reason ?? null) + item.changes.map((change) => changeHtml(item, change)).join(""),
      );
    case "tool":
      return article(
        item,
        `Tool ${escaped(exactLine(item.name))}${outcome(item.status)}`,
        input(item.input) + output(item.output),
      );
    case "approval":
      return article(
        item,
        `Approval · ${escaped(item.decision ?? "no decision recorded")}`,
        `<p class="plain">${escaped(exactText(item.subject))}</p>\n`,
      );
    case "opaque":
      return article(
        item,
        "Unknown item",
        `<details><summary>as recorded</summary>${pre(jsonText(item.raw ?? null))}</details>\n`,
      );
  }
}

function article({ kind }: Item, heading: string, content: string): string {
  return `<article class="${kind}">\n<h3>${heading}</h3>\n${content}</article>\n`;
}

function commandOutcome({ status, exitCode }: Item & { kind: "command" }): string {
  if (exitCode === null) return outcome(status);
  return exitCode === 0
    ? ' · <span class="good">exit 0</span>'
    : ` · <strong class="outcome">exit ${exitCode}</strong>`;
}

function outcome(status: WorkStatus): string {
  if (status === "done") return "";
  return ` · <strong class="outcome">${workWords[status]}</strong>`;
}

function changeHtml(item: Item & { kind: "edit" }, file: FileChange): string {
  const { path, change, diff, movedTo } = file;
  const written = writtenWords(item, file);
  const to = movedTo === undefined || movedTo === null ? "" : ` → <code>${escaped(exactLine(movedTo))}</code>`;
  const name = `${changeWords[change]} <code>${escaped(exactLine(path))}</code>${to}${written === "" ? "" : ` · ${written}`}`;
  return `<p class="path">${name}</p>\n${diff === null || diff === "" ? "" : diffHtml(diff, change)}`;
}

const changeWords = { add: "Added", update: "Changed", delete: "Deleted", move: "Moved" } as const;

function diffHtml(diff: string, change: FileChange["change"]): string {
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
