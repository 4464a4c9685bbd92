import { type Agent, fold, letterRuns, type SearchTerm } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";
import { insideShift, notePlace, type PlacesToFill } from "./candidates.ts";
import { textFields } from "./item-text.ts";
import { Matcher } from "./match.ts";

/** A name that a person gave a session outside of its log. */
export interface GivenName {
  readonly agent: Agent;
  readonly home: string;
  readonly thread: string;
  readonly name: string;
}

/** The turn of a title. */
export const titleTurn = 0;
const titleBit = 1 << textFields.indexOf("title");

/** Adds the sessions whose title or name has the term. */
export function addTitles(
  places: PlacesToFill,
  term: SearchTerm,
  { database, names }: { readonly database: Database; readonly names: readonly GivenName[] },
): void {
  const matcher = new Matcher([term]);
  const has = (text: string) => matcher.findIn([{ field: "title", text }])[0] ?? null;
  const note = (session: number, isInside: boolean) =>
    notePlace(places, { session, turn: titleTurn, bit: isInside ? titleBit << insideShift : titleBit });
  const rows = database.prepare("SELECT id, text FROM title WHERE instr(text, ?) > 0").all(longestRun(term.text));
  for (const { id, text } of rows) {
    const found = has(String(text));
    if (found) note(Number(id), found.isInside);
  }
  for (const { agent, home, thread, name } of names) {
    const found = fold(name) === "" ? null : has(name);
    if (!found) continue;
    const ids = database
      .prepare(
        "SELECT id FROM rollout INDEXED BY rollout_thread WHERE thread = ? AND agent = ? AND home = ? AND role = 'main'",
      )
      .all(thread, agent, home);
    for (const { id } of ids) note(Number(id), found.isInside);
  }
}

/** The name and the title of a session, as they are searched; the first is shown. */
export function titlesOf(
  { agent, home, thread, title, name: recorded }: Place & { readonly title: string; readonly name: string | null },
  names: readonly GivenName[],
): readonly [string, ...string[]] {
  const name = namesByPlace(names).get(placeKey({ agent, home, thread })) ?? recorded;
  return name === null || name === "" ? [title] : [name, title];
}

type Place = Pick<GivenName, "agent" | "home" | "thread">;

/** Once for each search, however many sessions it finds. */
const byPlace = new WeakMap<readonly GivenName[], ReadonlyMap<string, string>>();

function namesByPlace(names: readonly GivenName[]): ReadonlyMap<string, string> {
  const known = byPlace.get(names) ?? new Map(names.map((one) => [placeKey(one), one.name]));
  byPlace.set(names, known);
  return known;
}

function placeKey({ agent, home, thread }: Place): string {
  return `${agent}\0${home}\0${thread}`;
}

/** What every title with the term contains. */
function longestRun(text: string): string {
  const runs = letterRuns(text).map(({ start, end }) => text.slice(start, end));
  return runs.reduce(
    (longest, run) => (run.length > longest.length ? run : longest),
    runs[0] ?? text.split(" ")[0] ?? "",
  );
}
