import { exactText, type Item, type SessionViews, safeBody } from "@reprise/model";

/** One entry of the end of a conversation. Safe to show. */
export interface LastWord {
  readonly key: string;
  readonly who: "you" | "agent" | "work";
  readonly text: string;
}

const itemCount = 14;
const longest = 1200;

/** The end of a conversation, as far as a glance needs it. */
export async function lastWords(
  views: SessionViews,
  session: string,
  signal: AbortSignal,
): Promise<readonly LastWord[]> {
  const words: LastWord[] = [];
  for await (const line of views.view(session, { last: true, count: itemCount }, signal)) {
    const word = line.type === "item" ? wordOf(line.item as Item) : null;
    if (word !== null) words.push(word);
  }
  return words;
}

function wordOf(item: Item): LastWord | null {
  const { id: key } = item;
  switch (item.kind) {
    case "prompt":
      return { key, who: "you", text: shortened(safeBody(item.text)) };
    case "reply":
      return { key, who: "agent", text: shortened(safeBody(item.text)) };
    case "command":
      return { key, who: "work", text: `$ ${exactText(shortened(item.command))}` };
    case "edit":
      return {
        key,
        who: "work",
        text: exactText(shortened(item.changes.map(({ path }) => path).join("\n"))),
      };
    default:
      return null;
  }
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
