import { type Item, itemsAround, openWordsIn, safeLine, type Turn } from "@reprise/model";
import { reasonOf } from "../../../kernel/reason-of.ts";
import type { World } from "../../../world.ts";
import { shorten } from "../../viewer/turns/shorten.ts";
import type { Message } from "../messages.ts";
import { aroundMatch } from "./around-match.ts";
import type { Previewed, PreviewTurn, SoughtMatch, Wanted } from "./preview.ts";

/** Long enough that a held arrow key reads nothing on its way. */
const pauseMs = 80;
const lastTurns = 3;
/** Of each item, and of all: more than any pane shows. */
const itemLimit = 4_000;
const mostItems = 60;
/** Of each text while it is read, so that a long turn fills no memory. */
const readLimit = 16_000;

/** Reads after a pause without movement; the signal ends it, also within a long turn. */
export async function loadPreview(
  { key, session, match }: Wanted,
  world: World,
  tell: (message: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  await world.after(pauseMs, signal);
  if (signal.aborted) return;
  let previewed: Previewed;
  try {
    const window = match === null ? { last: lastTurns } : { from: match.turn, to: match.turn };
    const excerpt = { items: mostItems, around: match?.item ?? null, characters: readLimit };
    const { turns } = await world.library.read(session, window, { signal, excerpt });
    const read: PreviewTurn[] = [];
    for await (const one of turns) {
      if (signal.aborted) return;
      const turn = match === null ? one : await withMatch(one, match, signal);
      if (turn === null) return;
      read.push(previewTurn(turn, session.shortId, excerpt.around));
    }
    previewed = { turns: match === null ? lastOf(read) : read, problem: null };
  } catch (error) {
    previewed = { turns: [], problem: reasonOf(error) };
  }
  if (!signal.aborted) tell({ type: "previewed", key, previewed });
}

/** The item that was found, cut to the part that matches. Null if aborted. */
async function withMatch(turn: Turn, { item, terms }: SoughtMatch, signal: AbortSignal): Promise<Turn | null> {
  const at = turn.items.findIndex(({ id }) => id === item);
  const found = turn.items[at];
  if (!found) return turn;
  const part = await aroundMatch(found, itemLimit, terms, signal);
  return part && { ...turn, items: turn.items.with(at, part) };
}

function previewTurn({ number, state, items }: Turn, id: string, around: string | null): PreviewTurn {
  const words = number === 0 ? "earlier history" : `turn ${number}`;
  const some = itemsAround(items, mostItems, around);
  const hint = `reprise show ${id} --turns ${number} --full`;
  return {
    heading: safeLine(state === "completed" ? words : `${words} · ${state}`),
    openWords: openWordsIn({ state }),
    items: some.map((item): Item => shorten(item, itemLimit, hint).item),
  };
}

/** Whole turns from the end, so that a long one leaves out those before it. */
function lastOf(turns: readonly PreviewTurn[]): readonly PreviewTurn[] {
  let left = mostItems;
  const kept = turns.toReversed().filter(({ items }, index) => {
    const isKept = index === 0 || left > 0;
    left -= items.length;
    return isKept;
  });
  return kept.toReversed();
}
