import type { Size, Step } from "../../../kernel/screen.ts";
import { layoutOf } from "../layout.ts";
import { keyOf } from "../list/selection.ts";
import type { Task } from "../messages.ts";
import { chosenSession, type State } from "../state.ts";
import type { Preview, Wanted } from "./preview.ts";

/** Asks for what the selection needs. A session that grows is read again, and stays visible meanwhile. */
export function askPreview(state: State, size: Size): Step<State, Task> {
  const { preview } = state;
  const wanted = layoutOf(state, size).pane === null ? null : wantedIn(state);
  if (wanted?.key === preview.wanted?.key) return { state };
  const scroll = wanted !== null && wanted.before !== null ? preview.scroll : 0;
  const next: State = { ...state, preview: { ...preview, wanted, scroll } };
  if (wanted === null || preview.known.has(wanted.key))
    return { state: next, tasks: [{ do: "stop-preview" }] };
  return { state: next, tasks: [{ do: "preview", wanted }] };
}

function wantedIn(state: State): Wanted | null {
  const session = chosenSession(state);
  if (!session || !state.list.isKnown) return null;
  const turn = state.search?.found.hits.get(session.id)?.first.turn || null;
  const { updatedAt, sizeBytes } = session;
  const key = [keyOf(session), updatedAt, sizeBytes, turn].join(" ");
  return { key, session, turn, before: keyBefore(state.preview, keyOf(session), turn) };
}

function keyBefore({ wanted, known }: Preview, session: string, turn: number | null): string | null {
  if (wanted === null || wanted.turn !== turn || keyOf(wanted.session) !== session) return null;
  return known.has(wanted.key) ? wanted.key : wanted.before;
}
