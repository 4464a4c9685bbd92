import { finderOf, fold, type ItemBody, type SearchTerm, termOf } from "@reprise/model";
import type { AgentSource } from "../../agents/reading/source.ts";
import type { Database } from "../../host/database/database.ts";
import {
  insideShift,
  notePlace,
  type Places,
  type PlacesToFill,
  placesIn,
  placesMatching,
  placesOf,
} from "./candidates.ts";
import { textFields, textsIn } from "./item-text.ts";

/** Filters of items: one item has all of these paths, and uses all of these tools. */
export interface Touched {
  readonly paths: readonly string[];
  readonly tools: readonly string[];
}

/** In the index next to the words of a turn; no text can contain it. */
export function kindWord(kind: ItemBody["kind"]): string | null {
  return kind === "command" || kind === "edit" ? `\uE000${kind}` : null;
}

/** Kinds of items that a tool of this name makes, for an agent. */
export function kindsOfTool(name: string, { toolNames }: Pick<AgentSource, "toolNames">): ("command" | "edit")[] {
  const wanted = fold(name);
  return (["command", "edit"] as const).filter((kind) =>
    [kind, ...(toolNames?.[kind] ?? [])].some((known) => fold(known).includes(wanted)),
  );
}

/** What to show of an item that meets the filters; null if it does not meet them. */
export function touchOf(item: ItemBody, { paths, tools }: Touched, source: AgentSource): string | null {
  if (!tools.every((name) => usesTool(item, name, source))) return null;
  const named = [...pathsOf(item)];
  let shown: string | null = null;
  for (const path of paths) {
    const find = finderOf(termOf(path, false));
    const found = named.find((one) => find(fold(one)) !== null);
    if (found === undefined) return null;
    shown ??= found;
  }
  return shown ?? named[0] ?? (item.kind === "tool" ? item.name : "");
}

function usesTool(item: ItemBody, name: string, source: AgentSource): boolean {
  if (item.kind === "tool") return fold(item.name).includes(fold(name));
  return (item.kind === "command" || item.kind === "edit") && kindsOfTool(name, source).includes(item.kind);
}

/** Turns that may have such an item; null if any may. */
export function touchedPlaces(
  { paths, tools }: Touched,
  database: Database,
  sources: readonly AgentSource[],
): Places | null {
  const known = [
    ...paths.map((path) => workPlaces(termOf(path, false), database)),
    ...tools.map((name) => toolPlaces(name, database, sources)),
  ].filter((places) => places !== null);
  if (known.length === 0) return null;
  return known.reduce((all, places) => sharedTurns(all, places));
}

function toolPlaces(name: string, database: Database, sources: readonly AgentSource[]): Places | null {
  const places = workPlaces(termOf(name, false), database);
  if (places === null) return null;
  const kinds = new Set(sources.flatMap((source) => kindsOfTool(name, source)));
  for (const kind of kinds) {
    const word = kindWord(kind);
    const marked = word === null ? [] : placesMatching(`"${word}"`, database);
    for (const [session, turns] of placesIn(marked, []))
      for (const [turn, bit] of turns) notePlace(places, { session, turn, bit });
  }
  return places;
}

const workBits = (1 << textFields.indexOf("work")) | (1 << (textFields.indexOf("work") + insideShift));

function workPlaces(term: SearchTerm, database: Database): PlacesToFill | null {
  const places = placesOf(term, database);
  if (places === null) return null;
  for (const [session, turns] of places) {
    for (const [turn, mask] of turns) if ((mask & workBits) === 0) turns.delete(turn);
    if (turns.size === 0) places.delete(session);
  }
  return places;
}

function sharedTurns(a: Places, b: Places): Places {
  const shared: PlacesToFill = new Map();
  for (const [session, turns] of a)
    for (const [turn, bit] of turns) if (b.get(session)?.has(turn)) notePlace(shared, { session, turn, bit });
  return shared;
}

/** Texts that may name a path: those that were run, changed or given to a tool. */
function* pathsOf(item: ItemBody): Generator<string> {
  switch (item.kind) {
    case "edit":
      for (const { path, movedTo } of item.changes) {
        yield path;
        if (movedTo) yield movedTo;
      }
      break;
    case "command":
      yield item.command;
      break;
    case "tool":
      yield* textsIn(item.input, { hasNames: false });
      break;
    case "attachment":
      yield item.name;
      break;
  }
}
