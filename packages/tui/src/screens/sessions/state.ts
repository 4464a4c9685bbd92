import {
  type Agent,
  type AgentTraits,
  type AnswerGuard,
  type Hidden,
  type Hit,
  newQuestion,
  type Offer,
  type SessionId,
  type SessionState,
  type SessionSummary,
  type Timestamp,
  type Warning,
} from "@reprise/model";
import type { Beginning } from "../../kernel/app.ts";
import type { Tone } from "../../kernel/theme.ts";
import type { Field } from "../../widgets/field.ts";
import { atTop, type Scroll } from "../../widgets/scroll.ts";
import type { AgentChoice, World } from "../../world.ts";
import type { Task } from "./messages.ts";
import { firstPage, queryOf } from "./query.ts";

export interface State {
  readonly here: Here;
  readonly filters: Filters;
  readonly list: Listing;
  readonly scroll: Scroll;
  /** The person went to the end, and more is still being read. */
  readonly wantsEnd: boolean;
  readonly earlyKeys: EarlyKeys;
  /** Chosen when a list begins anew, if it is in it. */
  readonly wanted: string | null;
  readonly action: number;
  readonly search: Search | null;
  readonly panel: Panel | null;
  /** Said once, gone with the next key. */
  readonly note: Note | null;
  readonly offer: Offered | null;
  /** Whether a key can answer it yet. */
  readonly offerGuard: AnswerGuard;
  readonly runs: KnownRuns;
  readonly warnings: readonly Warning[];
  /** Asked when a list is empty. */
  readonly anywhere: Anywhere | null;
  readonly now: Timestamp;
  readonly isWatching: boolean;
  /** What the screen above may have changed. */
  readonly isActing: boolean;
}

interface Here {
  readonly cwd: string;
  readonly agents: readonly AgentTraits[];
  readonly homeFolder: string;
  readonly isDemo: boolean;
  readonly hasDemo: boolean;
}

export interface Filters {
  readonly isAll: boolean;
  readonly hasEmpty: boolean;
  readonly hasSubagents: boolean;
  readonly hasArchived: boolean;
  readonly agent: Agent | null;
  readonly state: SessionState | null;
}

/**
 * What was read of the list so far, newest first. Answers to another `epoch` are of a list that is no longer wanted; its
 * rows stand there until the first of the new ones are known.
 */
export interface Listing {
  readonly epoch: number;
  readonly rows: readonly SessionSummary[];
  readonly total: number;
  readonly next: string | null;
  readonly hidden: Hidden;
  /** One question at a time. */
  readonly asking: Reach | null;
  readonly isKnown: boolean;
  /** Something changed while it was asked. */
  readonly isStale: boolean;
  /** Some of the rows are no longer there. */
  readonly isTorn: boolean;
  readonly problem: string | null;
  /** What the last answer cost. */
  readonly tookMs: number;
}

/** What was pressed before there was a row to press it on: done once when the rows are there. */
interface EarlyKeys {
  readonly rows: number;
  readonly wish: "act" | "copy" | null;
}

export const noEarlyKeys: EarlyKeys = { rows: 0, wish: null };

export type Reach = "first" | "more" | "refresh";

export interface Search {
  readonly field: Field;
  readonly isTyping: boolean;
  readonly before: { readonly key: string | null; readonly scroll: Scroll };
  /** Of the rows that were read: shown fields or content match. */
  readonly matching: readonly SessionSummary[];
  readonly found: Found;
}

/** What the index says about the content. */
export interface Found {
  readonly number: number;
  readonly hits: ReadonlyMap<SessionId, SessionHits>;
  readonly hitCount: number;
  readonly isSearching: boolean;
  /** Of the text before the last letter: shown until the new ones come. */
  readonly isOld: boolean;
  readonly isCut: boolean;
}

/** Only what is shown of it: thousands are held. */
export interface SessionHits {
  readonly first: Pick<Hit, "turn" | "kind" | "isWaiting" | "snippet">;
  readonly count: number;
}

export type Panel =
  | { readonly kind: "filter"; readonly chosen: number; readonly counts: ReadonlyMap<string, number> }
  /** With whom a new session begins. */
  | { readonly kind: "agents"; readonly chosen: number; readonly choices: readonly AgentChoice[] }
  | { readonly kind: "warnings"; readonly top: number };

export interface Note {
  readonly text: string;
  readonly tone: Tone;
  /** Why the chosen action cannot be done: gone as soon as it can. */
  readonly isWhyNot?: boolean;
}

export interface Offered {
  readonly offer: Offer;
  /** Null for a prompt that begins a new session. */
  readonly session: SessionSummary | null;
}

/** Sessions of any kind on this machine, and where they were looked for. */
export interface Anywhere {
  readonly count: number;
  readonly homes: readonly string[];
}

interface KnownRuns {
  /** Null until it is known. */
  readonly interruptedCount: number | null;
  readonly parked: ReadonlyMap<SessionId, Timestamp>;
  /** The scope that was asked about last. */
  readonly isAll: boolean | null;
  readonly isOfferAsked: boolean;
}

export function begin(
  world: Pick<World, "cwd" | "homeFolder" | "demo" | "isDemo" | "now" | "traits">,
  { isAll = false }: { readonly isAll?: boolean | undefined } = {},
): Beginning<State, Task> {
  const { cwd, homeFolder, isDemo } = world;
  const state: State = {
    here: { cwd, agents: world.traits, homeFolder, isDemo, hasDemo: world.demo !== undefined },
    filters: { ...plainFilters, isAll },
    list: newListing(0),
    scroll: atTop,
    wantsEnd: false,
    earlyKeys: noEarlyKeys,
    wanted: null,
    action: 0,
    search: null,
    panel: null,
    note: null,
    offer: null,
    offerGuard: newQuestion,
    runs: { interruptedCount: null, parked: new Map(), isAll: null, isOfferAsked: false },
    warnings: [],
    anywhere: null,
    now: world.now(),
    isWatching: false,
    isActing: false,
  };
  return { state, tasks: [firstPage(queryOf(state), 0)] };
}

export const plainFilters: Filters = {
  isAll: false,
  hasEmpty: false,
  hasSubagents: false,
  hasArchived: false,
  agent: null,
  state: null,
};

const noListing = { rows: [], total: 0, hidden: { empty: 0, subagents: 0, archived: 0, unreadable: 0 } };

export function newListing(
  epoch: number,
  { rows, total, hidden }: Pick<Listing, "rows" | "total" | "hidden"> = noListing,
): Listing {
  return {
    epoch,
    rows,
    total,
    hidden,
    next: null,
    asking: "first",
    isKnown: false,
    isStale: false,
    isTorn: false,
    problem: null,
    tookMs: 0,
  };
}

/** What can be chosen now: all that was read, or what matches. */
export function shownRows({ list, search }: State): readonly SessionSummary[] {
  return search && search.field.text.trim() !== "" ? search.matching : list.rows;
}

/** Only this project's runs are offered, and only while it is shown. */
export function offeredIn({ offer, filters }: State): Offered | null {
  return filters.isAll ? null : offer;
}

export function chosenSession(state: State): SessionSummary | null {
  return shownRows(state)[state.scroll.chosen] ?? null;
}
