import { type RestoreMode, type ReviewFilter, usualComments } from "@reprise/model";

/** A place in the page. Each has an address, so that it can be linked to, reloaded and left with the back key. */
export type Route =
  /** `list`: search and filters, as sessions/list-address.ts writes them; null: as they were left. */
  | { readonly screen: "sessions"; readonly list: string | null }
  | {
      readonly screen: "viewer";
      readonly session: string;
      readonly turn: number | null;
      readonly item: string | null;
      /** Words to find in it. */
      readonly find: string | null;
    }
  | {
      readonly screen: "restore";
      readonly session: string;
      /** Null: the mode that keeps most. */
      readonly mode: RestoreMode | null;
      /** Continue after this turn instead of the last. */
      readonly at: number | null;
      /** Continue with this model instead of the recorded one. */
      readonly model: string | null;
      /** The run that ends when the plan is carried out. */
      readonly ends: string | null;
    }
  | { readonly screen: "status" }
  | { readonly screen: "workbench"; readonly folder: string | null; readonly run: string | null }
  /** Null: all of them. */
  | { readonly screen: "projects"; readonly path: string | null }
  | {
      readonly screen: "reviews";
      /** As a person names it; null: none is chosen. */
      readonly target: string | null;
      /** A file of comments. */
      readonly comments: string | null;
      /** Where the agent would work; null: the folder that the page was opened for. */
      readonly folder: string | null;
      readonly filter: ReviewFilter;
    }
  | { readonly screen: "usage" }
  | { readonly screen: "options" };

export type ScreenName = Route["screen"];
export type RouteOf<Name extends ScreenName> = Extract<Route, { readonly screen: Name }>;

export const sessionList: RouteOf<"sessions"> = { screen: "sessions", list: null };

/** Where a review is chosen. */
export const noReview: RouteOf<"reviews"> = {
  screen: "reviews",
  target: null,
  comments: null,
  folder: null,
  filter: usualComments,
};

const modes: readonly string[] = ["resume", "fork", "replay", "handoff"] satisfies RestoreMode[];

/** Anything unknown leads to the sessions. */
export function routeOf(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [screen, ...rest] = path.split("/").map(decoded);
  const query = new URLSearchParams(search);
  switch (screen) {
    case "sessions":
      return sessionRoute(rest, query);
    case "status":
    case "usage":
    case "options":
      return { screen };
    case "projects":
      return { screen, path: rest[0] || null };
    case "reviews":
      return reviewRoute(query);
    case "workbench":
      return { screen, folder: query.get("folder"), run: query.get("run") };
    default:
      return sessionList;
  }
}

function sessionRoute([session = "", part, number, ...rest]: readonly string[], query: URLSearchParams): Route {
  if (session === "") return { screen: "sessions", list: query.size === 0 ? null : query.toString() };
  if (part === "restore") {
    const mode = query.get("mode") ?? "";
    return {
      screen: "restore",
      session,
      at: wholeNumber(query.get("at")),
      model: query.get("model") || null,
      ends: query.get("ends") || null,
      mode: modes.includes(mode) ? (mode as RestoreMode) : null,
    };
  }
  const turn = part === "turn" ? wholeNumber(number ?? null) : null;
  const item = turn !== null && rest[0] === "item" && rest[1] ? rest[1] : null;
  return { screen: "viewer", session, turn, item, find: query.get("find") };
}

function reviewRoute(query: URLSearchParams): Route {
  const given = (name: string) => query.get(name) || null;
  const filter: ReviewFilter = {
    state: query.get("state") === "all" ? "all" : usualComments.state,
    file: given("file"),
    reviewer: given("reviewer"),
    range: given("range"),
  };
  return {
    screen: "reviews",
    target: given("target"),
    comments: given("comments"),
    folder: given("folder"),
    filter,
  };
}

/** The address of a route, for links. */
export function hrefOf(route: Route): string {
  switch (route.screen) {
    case "viewer": {
      const turn = route.turn === null ? "" : `/turn/${route.turn}`;
      const item = route.turn === null || route.item === null ? "" : `/item/${encodeURIComponent(route.item)}`;
      return `#/sessions/${encodeURIComponent(route.session)}${turn}${item}${queryOf({ find: route.find })}`;
    }
    case "restore": {
      const { mode, at, model, ends } = route;
      const query = queryOf({ mode, at: at === null ? null : String(at), model, ends });
      return `#/sessions/${encodeURIComponent(route.session)}/restore${query}`;
    }
    case "projects":
      return `#/projects${route.path === null ? "" : `/${encodeURIComponent(route.path)}`}`;
    case "reviews": {
      const { target, comments, folder, filter } = route;
      const { state, ...rest } = filter;
      const shown = { state: state === usualComments.state ? null : state, ...rest };
      return `#/reviews${queryOf({ target, comments, folder, ...shown })}`;
    }
    case "sessions":
      return `#/sessions${route.list === null ? "" : `?${route.list}`}`;
    case "workbench":
      return `#/workbench${queryOf({ folder: route.folder, run: route.run })}`;
    default:
      return `#/${route.screen}`;
  }
}

/** The end of a session, or the place of an item in it. */
export function viewerHref(
  session: string,
  place: { readonly turn?: number | null; readonly item?: string | null; readonly find?: string | null } = {},
): string {
  const { turn = null, item = null, find = null } = place;
  return hrefOf({ screen: "viewer", session, turn, item, find });
}

/** How a session would continue: the plan. */
export function restoreRoute(
  session: string,
  wish: Partial<Omit<RouteOf<"restore">, "screen" | "session">> = {},
): RouteOf<"restore"> {
  const { mode = null, at = null, model = null, ends = null } = wish;
  return { screen: "restore", session, mode, at, model, ends };
}

function queryOf(parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== null);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // not an address this page made; shown as it is
  }
}
