import {
  type Agent,
  type AgentTraits,
  type Annotated,
  type Annotation,
  type AnswerGuard,
  type Hidden,
  type Hit,
  isCutOff,
  type ListQuery,
  type Marker,
  newQuestion,
  type Offer,
  type ParsedSearch,
  type Progress,
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
import type { Preview } from "./preview/preview.ts";
import { firstPage, orderedQuery } from "./query.ts";

export interface State {
  readonly here: Here;
  readonly filters: Filters;
  readonly list: Listing;
  readonly scroll: Scroll;
  /** The user jumped to the end, and more is still loading. */
  readonly wantsEnd: boolean;
  readonly earlyKeys: EarlyKeys;
  /** Selected in a reloaded list, or what is in its place there. */
  readonly wanted: SessionSummary | null;
  /** The conversation that was left: selected once the list has it, unless a key comes first. */
  readonly left: SessionId | null;
  readonly action: number;
  readonly search: Search | null;
  readonly panel: Panel | null;
  /** The last change of a name, tags, hidden or archived, which can be undone. */
  readonly changed: Annotated | null;
  /** Shown until the next key. */
  readonly note: Note | null;
  readonly offer: Offered | null;
  /** Whether a key can answer the offer yet. */
  readonly offerGuard: AnswerGuard;
  readonly runs: KnownRuns;
  readonly preview: Preview;
  readonly warnings: readonly Warning[];
  /** Queried when a list is empty. */
  readonly anywhere: Anywhere | null;
  readonly now: Timestamp;
  readonly isWatching: boolean;
  /** The screen above may have changed something. */
  readonly isActing: boolean;
}

interface Here {
  readonly cwd: string;
  readonly agents: readonly AgentTraits[];
  readonly homeFolder: string;
  readonly isDemo: boolean;
  readonly hasDemo: boolean;
}

export type ListOrder = NonNullable<ListQuery["order"]>;

export interface Filters {
  readonly isAll: boolean;
  readonly hasEmpty: boolean;
  readonly hasSubagents: boolean;
  readonly hasArchived: boolean;
  /** Those that the person hid. */
  readonly hasHidden: boolean;
  readonly agent: Agent | null;
  readonly state: SessionState | null;
  readonly order: ListOrder;
}

/**
 * Rows read so far, in the order of the filters. Answers with another `epoch` belong to an outdated list, whose rows stay
 * visible until new ones arrive.
 */
export interface Listing {
  readonly epoch: number;
  readonly rows: readonly SessionSummary[];
  readonly total: number;
  readonly next: string | null;
  readonly hidden: Hidden;
  /** One query at a time. */
  readonly asking: Reach | null;
  readonly isKnown: boolean;
  /** Something changed during the query. */
  readonly isStale: boolean;
  /** What changed, where that is known. */
  readonly changedIds: ReadonlySet<SessionId>;
  /** Any row may be outdated, or exist no longer: all that are loaded are read again. */
  readonly isTorn: boolean;
  readonly problem: string | null;
  /** Duration of the last query. */
  readonly tookMs: number;
}

/** Keys pressed before any rows: run once when rows arrive. */
interface EarlyKeys {
  readonly rows: number;
  readonly wish: EarlyWish | null;
}

export const earlyWishes = ["act", "continue", "copy", "copy-command", "open-agent", "edit"] as const;

/** What needs the selected session. */
export type EarlyWish = (typeof earlyWishes)[number];

export const noEarlyKeys: EarlyKeys = { rows: 0, wish: null };

export type Reach = "first" | "more" | "refresh";

export interface Search {
  readonly field: Field;
  readonly isTyping: boolean;
  readonly before: { readonly key: string | null; readonly scroll: Scroll };
  /** What was typed; null if it cannot be read. */
  readonly parsed: ParsedSearch | null;
  /** Why it cannot. */
  readonly problem: string | null;
  readonly marker: Marker;
  /** The loaded rows whose title, content or shown fields match, the best first. */
  readonly matching: readonly SessionSummary[];
  readonly found: Found;
}

/** Content matches from the index; sessions in their order, the best first. */
export interface Found {
  readonly number: number;
  readonly hits: ReadonlyMap<SessionId, SessionHits>;
  readonly hitCount: number;
  readonly isSearching: boolean;
  /** Matches of the previous text: shown until the new ones arrive. */
  readonly isOld: boolean;
  readonly isCut: boolean;
  /** How much text is indexed, while some is not. */
  readonly progress: Progress | null;
}

/** Only the displayed part: thousands are kept. */
export interface SessionHits {
  readonly first: Pick<Hit, "turn" | "item" | "kind" | "isWaiting" | "snippet" | "reach">;
  readonly count: number;
}

export type Panel =
  | { readonly kind: "filter"; readonly chosen: number; readonly counts: ReadonlyMap<string, number> }
  /** The agent for a new session. */
  | { readonly kind: "agents"; readonly chosen: number; readonly choices: readonly AgentChoice[] }
  | { readonly kind: "warnings"; readonly top: number }
  /** `field`: what is typed as the name or as tags; null if nothing is. */
  | {
      readonly kind: "tidy";
      readonly session: SessionId;
      readonly annotation: Annotation;
      readonly chosen: number;
      readonly field: Field | null;
    };

export interface Note {
  readonly text: string;
  readonly tone: Tone;
  /** Why the selected action is unavailable: removed once it is available. */
  readonly isWhyNot?: boolean;
}

export interface Offered {
  readonly offer: Offer;
  /** Null for a prompt that starts a new session. */
  readonly session: SessionSummary | null;
}

/** Sessions of any kind on this machine, and the folders searched. */
export interface Anywhere {
  readonly count: number;
  readonly homes: readonly string[];
}

interface KnownRuns {
  /** Null until known. */
  readonly interruptedCount: number | null;
  /** The newest session of those. */
  readonly newest: SessionSummary | null;
  /** In any project. */
  readonly waitingCount: number;
  /** Projects that can be continued. */
  readonly unfinishedProjects: number;
  /** The scope of the last query. */
  readonly isAll: boolean | null;
  readonly isOfferAsked: boolean;
}

export function begin(
  world: Pick<World, "cwd" | "homeFolder" | "demo" | "isDemo" | "now" | "traits" | "preferences">,
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
    left: null,
    action: 0,
    search: null,
    panel: null,
    changed: null,
    note: null,
    offer: null,
    offerGuard: newQuestion,
    runs: {
      interruptedCount: null,
      newest: null,
      waitingCount: 0,
      unfinishedProjects: 0,
      isAll: null,
      isOfferAsked: false,
    },
    preview: { isOn: world.preferences.load().hasPreview, wanted: null, known: new Map(), scroll: 0 },
    warnings: [],
    anywhere: null,
    now: world.now(),
    isWatching: false,
    isActing: false,
  };
  return { state, tasks: [firstPage(orderedQuery(state), 0, null)] };
}

export const plainFilters: Filters = {
  isAll: false,
  hasEmpty: false,
  hasSubagents: false,
  hasArchived: false,
  hasHidden: false,
  agent: null,
  state: null,
  order: "updated",
};

const noListing = {
  rows: [],
  total: 0,
  hidden: { empty: 0, subagents: 0, archived: 0, byPerson: 0, unreadable: 0 },
};

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
    changedIds: new Set(),
    isTorn: false,
    problem: null,
    tookMs: 0,
  };
}

/** Selectable rows: all that are loaded, or the matches. */
export function shownRows({ list, search }: State): readonly SessionSummary[] {
  return search && search.field.text.trim() !== "" ? search.matching : list.rows;
}

/** Only runs of this project are offered, and only while it is shown. */
export function offeredIn({ offer, filters }: State): Offered | null {
  return filters.isAll ? null : offer;
}

export function chosenSession(state: State): SessionSummary | null {
  return shownRows(state)[state.scroll.chosen] ?? null;
}

/** What `R` continues: the selected session if it was cut off, else the newest that was. */
export function cutOffSession(state: State): SessionSummary | null {
  const chosen = chosenSession(state);
  return chosen !== null && isCutOff(chosen.state) ? chosen : state.runs.newest;
}
