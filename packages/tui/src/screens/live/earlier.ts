import type { Library, SessionId, SessionSummary } from "@reprise/model";
import { clipped } from "./transcript/clip.ts";
import type { Entry } from "./transcript/entry.ts";

const mostTurns = 50;
const mostItems = 1_500;

/** The end of the conversation so far, and what was said in it. */
export async function earlierOf(
  session: SessionSummary | SessionId,
  library: Library,
  signal: AbortSignal,
): Promise<{ readonly entries: readonly Entry[]; readonly prompts: readonly string[] }> {
  const reading = await library.read(session, { last: mostTurns });
  const entries: Entry[] = [];
  for await (const turn of reading.turns) {
    if (signal.aborted) break;
    for (const { id, at: _, origin: __, ...item } of turn.items)
      entries.push({ kind: "item", key: id, item: clipped(item) });
    if (entries.length > mostItems) entries.splice(0, entries.length - mostItems);
  }
  const leftOut =
    reading.session.turnCount > mostTurns ? [leftOutLine(reading.session.turnCount - mostTurns)] : [];
  const prompts = entries.flatMap((entry) =>
    entry.kind === "item" && entry.item.kind === "prompt" ? [entry.item.text] : [],
  );
  return { entries: [...leftOut, ...entries], prompts };
}

function leftOutLine(turns: number): Entry {
  const text = `… ${turns} earlier turns: the viewer has them`;
  return { kind: "line", key: "left-out", text, tone: "dim" };
}
