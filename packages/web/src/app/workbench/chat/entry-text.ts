import { itemPlainText, safeBody, type WorkbenchEntry } from "@reprise/model";

/** What copying an entry gives. */
export function entryText({ item }: Pick<WorkbenchEntry, "item">): string {
  return safeBody(itemPlainText(item));
}

/** The first line of reasoning, without its Markdown marks: the name of the folded text. */
export function reasoningTitle(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  const plain = line.replace(/^[#>\s*-]+|[*_`]+/g, "").trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

/** A guess at an entry's height, until it is drawn. */
export function estimatedHeight({ item }: Pick<WorkbenchEntry, "item">): number {
  const line = 22;
  if (item.kind !== "reply" && item.kind !== "prompt") return 44;
  const lines = item.text.length / 90 + newlinesIn(item.text) * 0.6;
  return 40 + line * Math.ceil(lines);
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
