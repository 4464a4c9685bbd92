import { type Item, type SessionId, safeLine, type Turn } from "@reprise/model";
import { reasonOf } from "../../../kernel/reason-of.ts";
import type { World } from "../../../world.ts";
import { shorten } from "../../viewer/turns/shorten.ts";
import { delay } from "../abort-signals.ts";
import type { Message } from "../messages.ts";
import type { Previewed, PreviewTurn, Wanted } from "./preview.ts";

/** Long enough that a held arrow key reads nothing on its way. */
const pauseMs = 80;
const lastTurns = 3;
/** Of each item, and of all: more than any pane shows. */
const itemLimit = 4_000;
const mostItems = 60;

/** Reads after a pause without movement; the signal ends it, also within a long turn. */
export async function loadPreview(
  { key, session, turn }: Wanted,
  world: World,
  tell: (message: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  await delay(pauseMs, signal);
  if (signal.aborted) return;
  let previewed: Previewed;
  try {
    const window = turn === null ? { last: lastTurns } : { from: turn, to: turn };
    const { turns } = await world.library.read(session, window, signal);
    const read: PreviewTurn[] = [];
    for await (const one of turns) {
      if (signal.aborted) return;
      read.push(previewTurn(one, session.id, turn === null ? "end" : "start"));
    }
    previewed = { turns: turn === null ? lastOf(read) : read, problem: null };
  } catch (error) {
    previewed = { turns: [], problem: reasonOf(error) };
  }
  if (!signal.aborted) tell({ type: "previewed", key, previewed });
}

function previewTurn({ number, state, items }: Turn, session: SessionId, from: "start" | "end"): PreviewTurn {
  const words = number === 0 ? "earlier history" : `turn ${number}`;
  const some = from === "end" ? items.slice(-mostItems) : items.slice(0, mostItems);
  const hint = `reprise show ${session} --turns ${number} --full`;
  return {
    heading: safeLine(state === "completed" ? words : `${words} · ${state}`),
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
