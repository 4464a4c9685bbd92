import { SessionError } from "../error.ts";
import type { Agent, Timestamp } from "../ids.ts";
import type { ListQuery } from "../library.ts";
import { sessionStates } from "../session.ts";
import { editDistance, nearest } from "../text/nearest.ts";
import { type SearchTerm, termOf } from "./search-term.ts";
import { searchTime, timeExamples } from "./search-time.ts";

export const searchFilterNames = ["agent", "state", "since", "until", "tag", "path", "tool"] as const;
export type SearchFilterName = (typeof searchFilterNames)[number];

export interface ParsedSearch {
  /** In the order typed. */
  readonly terms: readonly SearchTerm[];
  /** Filters of sessions. */
  readonly only: Pick<ListQuery, "agent" | "state" | "since" | "until" | "tag">;
  /** Filters of items: one item has all of them. */
  readonly paths: readonly string[];
  readonly tools: readonly string[];
}

interface SearchContext {
  /** The names of the agents there are. */
  readonly agents: readonly string[];
  readonly now: Timestamp;
}

/** What people know from other programs. */
const synonyms: Readonly<Record<string, SearchFilterName>> = {
  after: "since",
  from: "since",
  before: "until",
  to: "until",
  file: "path",
  dir: "path",
  folder: "path",
  status: "state",
  is: "state",
  with: "tool",
  uses: "tool",
  by: "agent",
  label: "tag",
};

const tokens =
  /(?<=^|\s)([A-Za-z]+):(?:"((?:\\["\\]|[^"])*)(?:"|$)|([^\s"]*)(?=\s|$))|"((?:\\["\\]|[^"])*)(?:"|$)|[^\s"]+/g;

/**
 * Words, "phrases in quotes" and filters such as `agent:codex`, in any order. In quotes nothing is a filter; `\"` is a quote in one.
 * Throws `bad-use` for a filter that does not exist or a value that it does not take.
 */
export function parseSearch(line: string, context: SearchContext): ParsedSearch {
  const terms: SearchTerm[] = [];
  const filters = new FilterCollector(context);
  for (const [whole, name, quotedValue, bareValue, phrase] of line.matchAll(tokens)) {
    const value = quotedValue === undefined ? bareValue : unescaped(quotedValue);
    const filter = name === undefined ? null : filterNamed(name, value ?? "");
    if (filter !== null) filters.add(filter, (value ?? "").trim());
    else if (phrase !== undefined) terms.push(termOf(unescaped(phrase), true));
    else terms.push(termOf(whole.replaceAll('"', ""), false));
  }
  return { terms: distinct(terms.filter(({ text }) => text !== "")), ...filters.found() };
}

/** The words of a line, to mark them, whether or not its filters can be read. */
export function termsIn(line: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [whole, name, , , phrase] of line.matchAll(tokens)) {
    if (isFilterName(name)) continue;
    terms.push(phrase === undefined ? termOf(whole.replaceAll('"', ""), false) : termOf(unescaped(phrase), true));
  }
  return distinct(terms.filter(({ text }) => text !== ""));
}

/** The line without its filters, to find the words in a session. */
export function withoutFilters(line: string): string {
  const kept = [...line.matchAll(tokens)].filter(([, name]) => !isFilterName(name));
  return kept.map(([whole]) => whole).join(" ");
}

function isFilterName(name: string | undefined): boolean {
  return searchFilterNames.some((filter) => filter === name?.toLowerCase());
}

/** Whether there is nothing to search for. */
export function isBlankSearch({ terms, only, paths, tools }: ParsedSearch): boolean {
  return terms.length + Object.keys(only).length + paths.length + tools.length === 0;
}

/** Null for text with a colon, such as `node:fs` or `http://…`. */
function filterNamed(name: string, value: string): SearchFilterName | null {
  const small = name.toLowerCase();
  const found = searchFilterNames.find((one) => one === small);
  if (found !== undefined) return found;
  // `Error:`, `std::move`, `https://…`: nobody means a filter.
  if (value === "" || /^[:/\\]/.test(value)) return null;
  const meant = synonyms[small] ?? searchFilterNames.find((one) => editDistance(small, one) === 1);
  if (meant === undefined) return null;
  const all = searchFilterNames.map((one) => `${one}:`).join(" ");
  throw new SessionError(
    "bad-use",
    `There is no filter ${name}: here. Did you mean ${meant}:? Filters: ${all}. To search for the text, quote it: "${name}:${value}"`,
    { candidates: [`${meant}:${value}`] },
  );
}

class FilterCollector {
  readonly #context: SearchContext;
  readonly #only: { -readonly [Key in keyof ParsedSearch["only"]]: ParsedSearch["only"][Key] } = {};
  readonly #paths: string[] = [];
  readonly #tools: string[] = [];

  constructor(context: SearchContext) {
    this.#context = context;
  }

  found(): Omit<ParsedSearch, "terms"> {
    return { only: this.#only, paths: this.#paths, tools: this.#tools };
  }

  add(name: SearchFilterName, value: string): void {
    if (name === "path" || name === "tool") {
      if (value === "") throw badValue(name, value, name === "path" ? "part of a path" : "the name of a tool");
      (name === "path" ? this.#paths : this.#tools).push(value);
      return;
    }
    if (this.#only[name] !== undefined)
      throw new SessionError("bad-use", `The filter ${name}: is there twice. Give it once.`);
    switch (name) {
      case "agent":
        this.#only.agent = choiceOf(name, value, this.#context.agents) as Agent;
        break;
      case "state":
        this.#only.state = choiceOf(name, value, sessionStates);
        break;
      case "tag":
        if (value === "") throw badValue(name, value, "one of your tags");
        this.#only.tag = value;
        break;
      default: {
        const time = searchTime(value, name, this.#context.now);
        if (time === null) throw badValue(name, value, timeExamples);
        this.#only[name] = time;
      }
    }
  }
}

function choiceOf<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value.toLowerCase());
  if (found !== undefined) return found;
  const near = value === "" ? null : nearest(value, choices);
  throw badValue(name, value, choices.join(", "), near);
}

function badValue(name: string, value: string, takes: string, near: string | null = null): SessionError {
  const given = value === "" ? "needs a value" : `does not take "${value}"`;
  const meant = near === null ? "" : ` Did you mean ${name}:${near}?`;
  return new SessionError(
    "bad-use",
    `The filter ${name}: ${given}.${meant} It takes ${takes}. To search for the text, quote it: "${name}:${value}"`,
    { candidates: near === null ? [] : [`${name}:${near}`] },
  );
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, "$1");
}

function distinct(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  return [...new Map(terms.map((term) => [`${term.isPhrase} ${term.text}`, term])).values()];
}
