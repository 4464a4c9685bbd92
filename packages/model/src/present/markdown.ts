import { exactCode, exactText } from "../text/exact-text.ts";
import { jsonText } from "../text/json-text.ts";
import { codeSpan, fenced, quoted } from "../text/markdown-text.ts";
import type { ItemBody } from "../transcript.ts";
import { changedPaths, signOf } from "./changes.ts";
import { type ItemBlock, presented } from "./presented.ts";

/** An item as Markdown. Nothing recorded can break out of its place. */
export function itemMarkdown(item: ItemBody): string {
  const { name, subject, outcome, blocks } = presented(item);
  const words = outcome === null || outcome.words === "" ? "" : ` · ${outcome.words}`;
  const reason = outcome?.reason ? `\n${fenced(outcome.reason, "text")}` : "";
  const head = `### ${name}${subject === null ? "" : ` ${codeSpan(subject)}`}${words}\n`;
  return head + reason + blocks.map((block) => `\n${blockMarkdown(block)}`).join("");
}

function blockMarkdown(block: ItemBlock): string {
  switch (block.type) {
    case "prose":
      return quoted(block.text);
    case "exact":
      return fenced(exactText(block.text), block.language);
    case "value":
      return fenced(exactText(jsonText(block.value)), typeof block.value === "string" ? "text" : "json");
    case "output":
      return fenced(block.text, "text");
    case "pair":
      return `${block.label}: ${codeSpan(block.text)}\n`;
    case "change": {
      const { change, diff, written } = block;
      const content = diff === null ? "" : `\n${fenced(exactCode(diff), signOf(block) === "" ? "diff" : "text")}`;
      return `${change} ${changedPaths(block, codeSpan)}${written === "" ? "" : ` · ${written}`}\n${content}`;
    }
  }
}
