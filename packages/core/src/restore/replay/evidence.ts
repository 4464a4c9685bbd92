import type { Item } from "@reprise/model";
import type { PortableEntry } from "../history/portable-entry.ts";

/** How many of the entries a thread's own log holds, judged by the last of its items. */
export function countTold(items: readonly Item[], entries: readonly PortableEntry[]): number {
  const said = items.map(sayingOf).filter((saying) => saying !== null);
  for (let told = entries.length; told > 0; told -= 1) {
    if (endsWith(said, entries.slice(Math.max(0, told - depth), told).flatMap(sayingsOfEntry))) return told;
  }
  return 0;
}

/** Texts repeat; so many in a row hardly do. */
const depth = 8;

function endsWith(said: readonly string[], last: readonly string[]): boolean {
  const start = said.length - last.length;
  return start >= 0 && last.every((saying, index) => said[start + index] === saying);
}

function sayingOf(item: Item): string | null {
  switch (item.kind) {
    case "prompt":
      return `user ${item.text.trim()}`;
    case "reply":
      return `assistant ${item.text.trim()}`;
    case "command":
      return item.isPersons ? "attached" : "call";
    case "attachment":
      return "attached";
    case "tool":
    case "edit":
      return "call";
    default:
      return null;
  }
}

function sayingsOfEntry({ item }: PortableEntry): string[] {
  if (item.kind === "call") return ["call"];
  if (item.kind === "assistant") return [`assistant ${item.text.trim()}`];
  const words = item.text === "" ? [] : [`user ${item.text.trim()}`];
  return [...words, ...(item.attached ?? []).map(({ kind }) => (kind === "tool" ? "call" : "attached"))];
}
