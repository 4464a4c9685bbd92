import { countsOf, exactLine, labelOf, localTime, rootOf, type SessionSummary } from "@reprise/model";
import type { Found, State } from "../state.ts";

/** Rows whose shown fields or content match. In the order of `among`. */
export function matchingRows(
  among: readonly SessionSummary[],
  text: string,
  { hits }: Pick<Found, "hits">,
  { filters: { isAll }, here: { homeFolder } }: Pick<State, "filters" | "here">,
): readonly SessionSummary[] {
  const wanted = text.trim().toLowerCase();
  return among.filter(
    (session) => hits.has(session.id) || fieldsOf(session, { isAll, homeFolder }).includes(wanted),
  );
}

/** Cached per session: another letter must not rebuild every field. */
const fields = { here: new WeakMap<SessionSummary, string>(), all: new WeakMap<SessionSummary, string>() };

function fieldsOf(
  session: SessionSummary,
  { isAll, homeFolder }: { readonly isAll: boolean; readonly homeFolder: string },
): string {
  const made = isAll ? fields.all : fields.here;
  let text = made.get(session);
  if (text === undefined) {
    text = [
      localTime(session.updatedAt),
      session.state,
      session.agent,
      countsOf(session),
      labelOf(session),
      exactLine(session.id),
      ...(isAll ? [rootOf(session, homeFolder), exactLine(session.workspace ?? "")] : []),
    ]
      .join("\n")
      .toLowerCase();
    made.set(session, text);
  }
  return text;
}
