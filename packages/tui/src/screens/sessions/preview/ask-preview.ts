import { type SessionId, termsIn } from "@reprise/model";
import type { Size, Step } from "../../../kernel/screen.ts";
import { layoutOf } from "../layout.ts";
import { keyOf } from "../list/selection.ts";
import type { Task } from "../messages.ts";
import { chosenSession, type State } from "../state.ts";
import type { Preview, SoughtMatch, Wanted } from "./preview.ts";

/** Asks for what the selection needs. A session that grows, or whose agent ends, is read again, and stays visible meanwhile. */
export function askPreview(state: State, size: Size): Step<State, Task> {
  const { preview } = state;
  const wanted = layoutOf(state, size).pane === null ? null : wantedIn(state);
  if (wanted?.key === preview.wanted?.key) return { state };
  const scroll = wanted !== null && wanted.before !== null ? preview.scroll : 0;
  const next: State = { ...state, preview: { ...preview, wanted, scroll } };
  if (wanted === null || preview.known.has(wanted.key)) return { state: next, tasks: [{ do: "stop-preview" }] };
  return { state: next, tasks: [{ do: "preview", wanted }] };
}

function wantedIn(state: State): Wanted | null {
  const session = chosenSession(state);
  if (!session || !state.list.isKnown) return null;
  const match = matchIn(state, session.id);
  const { updatedAt, sizeBytes, state: is } = session;
  const key = [keyOf(session), updatedAt, sizeBytes, is, match && JSON.stringify(match)].join(" ");
  return { key, session, match, before: keyBefore(state.preview, keyOf(session), match) };
}

function matchIn({ search }: State, session: SessionId): SoughtMatch | null {
  const { turn = 0, item = "" } = search?.found.hits.get(session)?.first ?? {};
  return turn === 0 ? null : { turn, item, terms: termsOf(search) };
}

export function termsOf(search: State["search"]): readonly string[] {
  return search === null ? [] : termsIn(search.field.text).map(({ text }) => text);
}

function keyBefore({ wanted, known }: Preview, session: string, match: SoughtMatch | null): string | null {
  if (wanted === null || wanted.match?.turn !== match?.turn || keyOf(wanted.session) !== session) return null;
  return known.has(wanted.key) ? wanted.key : wanted.before;
}
