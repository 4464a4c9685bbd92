import { type FindLine, itemPlainText, type Library, type SessionPlace, wordsOf } from "@reprise/model";

const mostFound = 20_000;
const turnsBetween = 25;
const around = 80;

/** Reads the whole session with one turn in memory, and gives every item that has all words. */
export async function* findIn(
  library: Library,
  place: SessionPlace,
  text: string,
  signal: AbortSignal,
): AsyncGenerator<FindLine> {
  const words = wordsOf(text.toLowerCase());
  const [first = ""] = words;
  const { turns } = await library.read(place);
  let [foundCount, turnCount, upTo] = [0, 0, 0];
  for await (const { number, items } of turns) {
    if (signal.aborted) return;
    for (const [index, item] of items.entries()) {
      const whole = itemPlainText(item);
      const lower = whole.toLowerCase();
      if (!words.every((word) => lower.includes(word))) continue;
      const snippet = snippetAt(whole, lower.indexOf(first), first.length);
      yield { type: "found", turn: number, index, item: item.id, kind: item.kind, snippet };
      foundCount += 1;
    }
    upTo = number;
    turnCount += 1;
    if (foundCount >= mostFound) return;
    if (turnCount % turnsBetween === 0) yield { type: "searched", turn: upTo };
  }
  yield { type: "searched", turn: upTo };
}

function snippetAt(text: string, at: number, length: number): string {
  const [start, end] = [Math.max(0, at - around), Math.min(text.length, at + length + around)];
  const part = text.slice(start, end).toWellFormed();
  return `${start > 0 ? "…" : ""}${part}${end < text.length ? "…" : ""}`;
}
