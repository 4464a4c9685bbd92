import {
  changedPaths,
  exactCode,
  exactLine,
  exactText,
  type ItemBlock,
  type ItemBody,
  type ItemOutcome,
  type Presented,
  presented,
  safeBody,
} from "@reprise/model";
import { count } from "../text/count.ts";

/** More is too long to listen to. */
const MOST_LINES = 40;

/** One item in words: its author or kind, then the text. */
export function itemText(item: ItemBody, openWords?: string): string {
  const shown = presented(item, openWords);
  const { label, subject, outcome, blocks } = shown;
  const name = subject === null ? [] : [`${nameOf(shown)}: ${exactLine(subject)}`];
  const lines = [...name, ...blocks.flatMap((block) => blockLines(block, shown))];
  if (outcome !== null) lines.push(endOf(outcome), ...textLines(outcome.reason ?? ""));
  return lines.length > 0 ? lines.join("\n") : sentence(label);
}

function nameOf({ tone, name }: Presented): string {
  return tone === "person" ? "You" : tone === "agent" ? "Agent" : name;
}

function blockLines(block: ItemBlock, shown: Presented): readonly string[] {
  const name = nameOf(shown);
  switch (block.type) {
    case "prose":
      return [`${name}: ${shortened(safeBody(block.text))}`];
    case "exact":
      return [`${name}: ${shortened(safeBody(exactText(block.text) + decisionIn(shown)))}`];
    case "output":
      return textLines(block.text);
    case "change": {
      const { change, diff, written } = block;
      const head = `${name}: ${change} ${changedPaths(block)}${written === "" ? "" : `, ${written}`}`;
      return [head, ...textLines(diff === null ? "" : exactCode(diff))];
    }
    default:
      return [];
  }
}

/** Spoken with what was decided on. */
function decisionIn({ blocks }: Presented): string {
  return blocks.map((block) => (block.type === "pair" ? `: ${block.text}` : "")).join("");
}

/** The usual words for an outcome, in a sentence. */
export function endOf({ words, exitCode }: ItemOutcome): string {
  return exitCode === null ? sentence(words || "done") : `Exit code ${exitCode}.`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function textLines(text: string): readonly string[] {
  return text === "" ? [] : [shortened(safeBody(text))];
}

function shortened(text: string): string {
  const lines = text.split("\n");
  if (lines.length <= MOST_LINES) return text;
  return [...lines.slice(0, MOST_LINES), `(${count(lines.length - MOST_LINES, "more line")})`].join("\n");
}
