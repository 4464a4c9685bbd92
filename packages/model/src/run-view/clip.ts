import { grouped } from "../text/count.ts";
import type { ItemBody } from "../transcript.ts";

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

function isLong(text: string | null): boolean {
  return (text?.length ?? 0) > mostCharacters;
}

function cut(text: string): string {
  if (!isLong(text)) return text;
  const left = text.length - mostCharacters;
  return `${text.slice(0, head).toWellFormed()}\n… ${grouped(left)} characters left out …\n${text.slice(head + left).toWellFormed()}`;
}
