import type { SavedState, SessionId, ShownChange, Turn } from "@reprise/model";
import { signatureOf } from "./documents.ts";
import { historyChanges, historyId } from "./history-changes.ts";
import type { WorkbenchParts } from "./parts.ts";
import { keyOf } from "./run-changes.ts";
import { withSubAgents } from "./sub-agents.ts";

type Shown = Pick<SavedState, "entries" | "execs">;

const mostTurns = 50;
/** Characters of the turns that are kept here; the session has all of them. */
const mostText = 4_000_000;

/**
 * Shows the end of a session as its files have it now, or of its turns up to `to`. `isWhole`: instead of everything that was shown,
 * else of its end. `isDue`: asked once it is read.
 */
export async function showHistory(
  session: SessionId,
  { library, shown, subAgentTools }: Pick<WorkbenchParts, "library" | "shown" | "subAgentTools">,
  {
    last = mostTurns,
    to = null,
    isWhole = true,
    isDue = () => true,
  }: {
    readonly last?: number;
    readonly to?: number | null;
    readonly isWhole?: boolean;
    readonly isDue?: () => boolean;
  } = {},
): Promise<void> {
  const own = await lastTurns(session, library, last, to);
  const turns = await withSubAgents(own, session, { library, subAgentTools });
  if (!isDue()) return;
  const changes = linked(historyChanges(turns, shown.root), shown.state);
  const gone = left(isWhole ? shown.state : endOf(shown.state, changes), changes);
  await shown.save([...gone, ...unequal(shown.state, changes)]);
}

export async function lastTurns(
  session: SessionId,
  library: WorkbenchParts["library"],
  last: number,
  to: number | null = null,
): Promise<readonly Turn[]> {
  const window = to === null ? { last } : { from: Math.max(0, to - last + 1), to };
  const reading = await library.read(session, window);
  const turns: Turn[] = [];
  for await (const turn of reading.turns) turns.push(turn);
  let [from, size] = [turns.length, 0];
  while (from > 0 && size < mostText) {
    from -= 1;
    size += JSON.stringify(turns[from]).length;
  }
  return turns.slice(Math.min(from, turns.length - 1));
}

/** Edits that are under review keep the link to their diff: by the agent's id of the edit, else by what is changed. */
function linked(changes: readonly ShownChange[], { diffs }: SavedState): ShownChange[] {
  const byHistoryId = new Map(diffs.map(({ id }) => [historyId({ id: keyOf(id) }), id]));
  const bySignature = new Map(diffs.map(({ id, signature }) => [signature, id]));
  return changes.map((change) => {
    if (change.type !== "entry" || change.entry.item.kind !== "edit") return change;
    const plain = change.entry.item.changes.map(({ movedTo, written: _written, ...rest }) =>
      movedTo === null ? rest : { ...rest, movedTo },
    );
    const diff = byHistoryId.get(change.entry.id) ?? bySignature.get(signatureOf(plain)) ?? null;
    return { ...change, entry: { ...change.entry, diff } };
  });
}

/** What is shown of these turns by now: from the first of their entries on. */
function endOf({ entries, execs }: SavedState, changes: readonly ShownChange[]): Shown {
  const first = changes.find((change) => change.type === "entry");
  const from = first === undefined ? -1 : entries.findIndex(({ id }) => id === first.entry.id);
  const end = from === -1 ? [] : entries.slice(from);
  const linkedExecs = new Set(end.map(({ exec }) => exec));
  return { entries: end, execs: execs.filter(({ id }) => linkedExecs.has(id)) };
}

/** What the session does not have: shown before, and now under other ids. */
function left({ entries, execs }: Shown, changes: readonly ShownChange[]): ShownChange[] {
  const kept = new Set(changes.map((change) => (change.type === "entry" ? change.entry.id : "")));
  const keptExecs = new Set(changes.map((change) => (change.type === "exec" ? change.exec.id : "")));
  const gone = entries.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  const goneExecs = execs.filter(({ id }) => !keptExecs.has(id)).map(({ id }) => id);
  return [
    ...(gone.length > 0 ? [{ type: "removed", section: "entry", ids: gone } as const] : []),
    ...(goneExecs.length > 0 ? [{ type: "removed", section: "exec", ids: goneExecs } as const] : []),
  ];
}

/** Only what differs: a session is read again and again while another process writes it. */
function unequal(state: SavedState, changes: readonly ShownChange[]): ShownChange[] {
  const known = new Map<string, string>([
    ...state.entries.map((entry) => [`entry/${entry.id}`, JSON.stringify(entry)] as const),
    ...state.execs.map((exec) => [`exec/${exec.id}`, JSON.stringify({ ...exec, droppedCount: 0 })] as const),
    ...Object.entries(state.outputs).map(([id, output]) => [`output/${id}`, output.text] as const),
  ]);
  return changes.filter((change) => {
    if (change.type === "entry") return known.get(`entry/${change.entry.id}`) !== JSON.stringify(change.entry);
    if (change.type === "exec") return known.get(`exec/${change.exec.id}`) !== JSON.stringify(change.exec);
    return change.type !== "output" || known.get(`output/${change.exec}`) !== change.text;
  });
}
