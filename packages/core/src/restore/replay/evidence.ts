import type { Item } from "@reprise/model";
import type { Entry } from "../history/entry.ts";

/** How many of the entries a thread's own log holds, judged by the last of its items. */
export function countTold(items: readonly Item[], entries: readonly Entry[]): number {
  const said = items.map(sayingOf).filter((saying) => saying !== null);
  for (let told = entries.length; told > 0; told -= 1) {
    if (endsWith(said, entries.slice(Math.max(0, told - depth), told).map(sayingOfEntry))) return told;
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
    case "tool":
    case "edit":
      return "call";
    default:
      return null;
  }
}

function sayingOfEntry({ item }: Entry): string {
  return item.kind === "call" ? "call" : `${item.kind} ${item.text.trim()}`;
}
