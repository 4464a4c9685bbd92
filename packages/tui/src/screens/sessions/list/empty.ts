import { type AgentTraits, exactLine, isSearchable, safeLine } from "@reprise/model";
import { count } from "../../../text/count.ts";
import { cutTo } from "../../../text/fit.ts";
import { wrap } from "../../../text/wrap.ts";
import type { State } from "../state.ts";
import { onlyWords } from "./session-words.ts";

/** Shown instead of an empty list. */
export function emptyLines(state: State, columns: number): string[] {
  return paragraphs(state).flatMap((text) => wrap(text, columns - 2).map((line) => cutTo(`  ${line}`, columns)));
}

function paragraphs(state: State): string[] {
  const { list, search, filters, anywhere, here } = state;
  if (!list.isKnown) return [list.problem === null ? "Looking for sessions…" : ""];
  if (search && search.field.text.trim() !== "") {
    if (search.problem !== null) return [safeLine(search.problem)];
    const isMore = search.found.isSearching || list.next !== null;
    if (isMore) return ["Nothing yet; still searching."];
    if (!isSearchable(search.field.text))
      return ["Not in any row. Type one more character to search the conversations too."];
    const only = onlyWords(filters);
    return [
      only === ""
        ? "No matches. Esc shows all sessions again."
        : `No matches in sessions that are ${only}. Esc ends the search, f changes the filter.`,
    ];
  }
  if (filters.agent !== null || filters.state !== null)
    return ["No session matches. f changes the filter, Esc clears it."];
  if (anywhere === null) return [""];
  if (anywhere.count === 0) return firstRun(state);
  if (filters.isAll) return ["No session to list.", ...hiddenWords(state)];
  return [
    `No session of this project yet (${exactLine(here.cwd)}).`,
    ...hiddenWords(state),
    `${count(anywhere.count, "session")} in other projects (a). Start one here (n).`,
  ];
}

function hiddenWords({ list: { hidden } }: State): string[] {
  return hidden.empty + hidden.subagents + hidden.archived > 0
    ? ["Sessions that are not listed are counted above; . shows them."]
    : [];
}

function firstRun({ anywhere, here }: State): string[] {
  const homes = anywhere?.homes ?? [];
  return [
    "No sessions yet.",
    "",
    `Your ${titlesOf(here.agents)} sessions appear here.`,
    "",
    ...(homes.length === 0 ? [] : ["Looked in:", ...homes.map((home) => `  ${exactLine(home)}`), ""]),
    `n starts a session here.${here.isDemo ? "" : " d shows a demo with sample sessions."}`,
  ];
}

function titlesOf(agents: readonly AgentTraits[]): string {
  const titles = agents.map(({ title }) => title);
  return [titles.slice(0, -1).join(", "), ...titles.slice(-1)].filter((part) => part !== "").join(" and ");
}
