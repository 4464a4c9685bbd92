import { grouped } from "../text/count.ts";
import type { ItemBody } from "../transcript.ts";
import type { Entry } from "./entry.ts";

const mostCharacters = 64_000;
const head = 24_000;

/** Shortens an item for memory: long outputs keep their start and end. The session itself has all of it. */
export function clipped(item: ItemBody): ItemBody {
  switch (item.kind) {
    case "prompt":
    case "reply":
    case "reasoning":
    case "notice":
      return isLong(item.text) ? { ...item, text: cut(item.text) } : item;
    case "attachment":
      return { ...item, text: item.text && cut(item.text), image: undefined };
    case "command":
    case "tool":
      return isLong(item.output) ? { ...item, output: cut(item.output ?? "") } : item;
    case "edit":
      return item.changes.some(({ diff }) => isLong(diff))
        ? {
            ...item,
            changes: item.changes.map((change) => ({ ...change, diff: change.diff && cut(change.diff) })),
          }
        : item;
    default:
      return item;
  }
}

/** Says how many lines of a long text it does not have. */
export function itemEntry(
  key: string,
  whole: ItemBody,
  more: Pick<Entry & { kind: "item" }, "at" | "resolves"> = {},
): Entry & { kind: "item" } {
  const item = clipped(whole);
  const lines = item === whole ? 0 : newlines(longText(whole)) - newlines(longText(item));
  return { kind: "item", key, item, ...more, ...(lines > 0 ? { leftOut: { lines, at: head } } : {}) };
}

function longText(item: ItemBody): string {
  if ("output" in item) return item.output ?? "";
  return "text" in item ? (item.text ?? "") : "";
}

function newlines(text: string): number {
  let found = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) found += 1;
  return found;
}

function isLong(text: string | null): boolean {
  return (text?.length ?? 0) > mostCharacters;
}

function cut(text: string): string {
  if (!isLong(text)) return text;
  const left = text.length - mostCharacters;
  return `${text.slice(0, head).toWellFormed()}\n… ${grouped(left)} characters left out …\n${text.slice(head + left).toWellFormed()}`;
}
