import type { Item, Turn } from "@reprise/model";
import type { Witnessed } from "../journal/witness.ts";

/** Puts what only our journals saw into the turns it belongs to, by time. Holds back one turn at most. */
export async function* withWitnessed(
  turns: AsyncIterable<Turn>,
  witnessed: readonly Witnessed[],
): AsyncGenerator<Turn> {
  let held: Turn | null = null;
  let rest = [...witnessed];
  for await (const turn of turns) {
    if (held) {
      const [mine, later] = splitAt(rest, turn.startedAt);
      rest = later;
      yield merged(held, mine);
    } else {
      // What happened before the first turn that is shown is not shown either.
      rest = splitAt(rest, turn.startedAt)[1];
    }
    held = turn;
  }
  if (held) yield merged(held, rest);
}

function splitAt(witnessed: readonly Witnessed[], time: string | null): [Witnessed[], Witnessed[]] {
  if (time === null) return [[], [...witnessed]];
  return [witnessed.filter(({ at }) => at < time), witnessed.filter(({ at }) => at >= time)];
}

function merged(turn: Turn, witnessed: readonly Witnessed[]): Turn {
  const ids = new Set(turn.items.map(({ id }) => id));
  const added = witnessed
    .filter(({ replacedBy }) => replacedBy === null || !ids.has(replacedBy))
    .map(({ item }) => item);
  if (added.length === 0) return turn;
  const items = [...turn.items];
  for (const item of added) items.splice(placeFor(items, item), 0, item);
  return { ...turn, items };
}

/** Behind the last item that is not later. */
function placeFor(items: readonly Item[], { at }: Item): number {
  const index = items.findLastIndex((other) => other.at === null || at === null || other.at <= at);
  return index + 1;
}
