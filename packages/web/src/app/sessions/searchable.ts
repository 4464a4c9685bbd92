import { countsOf, exactLine, labelOf, localTime, rootOf, type SessionSummary } from "@reprise/model";

/** Cached: another letter must not rebuild every text. */
const texts = new WeakMap<SessionSummary, string>();

/** Everything a row shows, in lower case. */
export function searchableText(session: SessionSummary, homeFolder: string): string {
  let text = texts.get(session);
  if (text === undefined) {
    const { id, agent, state, workspace, updatedAt } = session;
    text = [
      labelOf(session),
      ...[state, agent, exactLine(id), rootOf(session, homeFolder), exactLine(workspace ?? "")],
      ...[localTime(updatedAt), countsOf(session)],
    ]
      .join("\n")
      .toLowerCase();
    texts.set(session, text);
  }
  return text;
}

/** Sessions whose row has every word, in their order. */
export function sessionsWith(
  rows: readonly SessionSummary[],
  words: readonly string[],
  homeFolder: string,
): readonly SessionSummary[] {
  if (words.length === 0) return rows;
  const wanted = words.map((word) => word.toLowerCase());
  return rows.filter((session) => {
    const text = searchableText(session, homeFolder);
    return wanted.every((word) => text.includes(word));
  });
}
