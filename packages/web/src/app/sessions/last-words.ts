import { changesIn, exactText, type Item, presented, type SessionViews, safeBody } from "@reprise/model";

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
  const { tone, subject, blocks } = presented(item);
  const { id: key } = item;
  const [first] = blocks;
  if (first?.type === "prose" && (tone === "person" || tone === "agent"))
    return { key, who: tone === "person" ? "you" : "agent", text: shortened(safeBody(first.text)) };
  if (tone !== "work") return null;
  if (first?.type === "exact") return { key, who: "work", text: `$ ${exactText(shortened(first.text))}` };
  const paths = changesIn(blocks).map(({ path }) => path);
  return { key, who: "work", text: exactText(shortened(subject ?? paths.join("\n"))) };
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
