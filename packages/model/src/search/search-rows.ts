import { hasTag } from "../annotations/tag.ts";
import type { SessionSummary } from "../session.ts";
import { labelOf } from "../words/session-words.ts";
import { fold } from "./fold.ts";
import type { ParsedSearch } from "./parse-search.ts";
import { finderOf } from "./search-term.ts";

/** Cached per session: another letter must not fold every label. */
const labels = new WeakMap<SessionSummary, string>();

export interface RowSearch {
  /** Whether the filters of the line leave the session. */
  isLeft(session: SessionSummary): boolean;
  /** Whether all words are in its title or name, as a list shows them. */
  isInTitle(session: SessionSummary): boolean;
  /** Whether all words are in a folded text. */
  isIn(folded: string): boolean;
}

/** Searches the rows that a list has loaded, while their text is searched elsewhere. */
export function searchRows({ terms, only, paths, tools }: ParsedSearch): RowSearch {
  const finders = terms.map(finderOf);
  const isAboutItems = paths.length + tools.length > 0;
  const isIn = (folded: string) => finders.every((find) => find(folded) !== null);
  return {
    isIn,
    isLeft({ agent, state, updatedAt, tags }) {
      if (isAboutItems) return false;
      return (
        (only.agent === undefined || agent === only.agent) &&
        (only.state === undefined || state === only.state) &&
        (only.tag === undefined || hasTag(tags, only.tag)) &&
        (only.since === undefined || (updatedAt ?? "") >= only.since) &&
        (only.until === undefined || (updatedAt ?? "") < only.until)
      );
    },
    isInTitle(session) {
      let label = labels.get(session);
      if (label === undefined) {
        label = fold([session.name ?? "", labelOf(session)].join("\n"));
        labels.set(session, label);
      }
      return isIn(label);
    },
  };
}
