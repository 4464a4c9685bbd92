import {
  type Entry,
  entriesOfTurns,
  type Library,
  type SessionId,
  type SessionSummary,
  type Turn,
} from "@reprise/model";

const mostTurns = 50;
const mostItems = 1_500;

/** The end of the conversation so far, up to the turn a fork starts after. */
export async function loadEarlier(
  { session, to }: { readonly session: SessionSummary | SessionId; readonly to: number | null },
  library: Library,
  signal: AbortSignal,
): Promise<{ readonly entries: readonly Entry[]; readonly prompts: readonly string[] }> {
  const window = to === null ? { last: mostTurns } : { from: Math.max(1, to - mostTurns + 1), to };
  const reading = await library.read(session, window);
  const entries: Entry[] = [];
  const prompts: string[] = [];
  for await (const turn of reading.turns) {
    if (signal.aborted) break;
    for (const prompt of promptsIn(turn)) prompts.push(prompt);
    for (const entry of entriesOfTurns([turn]).slice(-mostItems)) entries.push(entry);
    if (entries.length > mostItems) entries.splice(0, entries.length - mostItems);
  }
  const turnCount = to ?? reading.session.turnCount;
  const leftOut = turnCount > mostTurns ? [leftOutLine(turnCount - mostTurns)] : [];
  return { entries: [...leftOut, ...entries], prompts };
}

const pieceItems = 400;

/** A piece of the history from this turn on, and where the next starts. */
export async function loadUnsent(
  { session, from, to }: { readonly session: SessionSummary | SessionId; readonly from: number; readonly to: number },
  library: Library,
  signal: AbortSignal,
): Promise<{
  readonly entries: readonly Entry[];
  readonly prompts: readonly string[];
  readonly next: number | null;
}> {
  const reading = await library.read(session, { from, to });
  const entries: Entry[] = [];
  const prompts: string[] = [];
  let next: number | null = null;
  for await (const turn of reading.turns) {
    if (signal.aborted) break;
    for (const prompt of promptsIn(turn)) prompts.push(prompt);
    for (const entry of entriesOfTurns([turn])) entries.push(entry);
    next = turn.number + 1;
    if (entries.length >= pieceItems) break;
  }
  return { entries, prompts, next: next === null || next > to ? null : next };
}

/** Whole, to be sent again: an entry has only the ends of a long one. */
function promptsIn({ items }: Turn): string[] {
  return items.flatMap((item) => (item.kind === "prompt" ? [item.text] : []));
}

function leftOutLine(turns: number): Entry {
  const text = `… ${turns} earlier turns: the viewer has them`;
  return { kind: "line", key: "left-out", text, tone: "dim" };
}
