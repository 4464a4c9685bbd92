import type { Library, Progress, SearchFilterName } from "@reprise/model";
import { SessionError } from "@reprise/model";
import type { libraryRoutes, sessionRoutes } from "@reprise/model/routes";
import type { Call, LinkOptions } from "./call.ts";
import { callsOf } from "./calls.ts";
import { Link } from "./link.ts";
import { parameterOf } from "./requests.ts";
import { sessionReading } from "./session-reading.ts";
import { warningsOver } from "./warnings.ts";

/** As many as a library gives. */
const ROWS = 20;

/** The library of a server. */
export function httpLibrary(call: Call, options?: LinkOptions): Library {
  const link = new Link(call, options);
  const { get, events, follow } = callsOf<typeof sessionRoutes & typeof libraryRoutes>(link);
  return {
    list: ({ scope, limit = ROWS, ...query }) =>
      get("/sessions", { ...parameterOf(scope), ...query, limit }, "sessions"),

    async *search(line, { scope, paths = [], tools = [], ...query }, { signal, onProgress } = {}) {
      const text = [line, ...paths.map(filterText("path")), ...tools.map(filterText("tool"))].join(" ");
      for await (const { event, data } of events("/search", { text, ...parameterOf(scope), ...query }, signal)) {
        if (event === "progress") onProgress?.(data as unknown as Progress);
        else yield data;
      }
    },

    async read(session, window = undefined) {
      const id = typeof session === "string" ? session : session.id;
      const parameters = {
        file: typeof session === "string" ? undefined : session.files[0]?.path,
        ...(window && "last" in window ? { last: window.last } : {}),
        ...(window && "from" in window ? { turns: `${window.from}-${window.to}` } : {}),
      };
      return sessionReading(events("/sessions/:id", { id, ...parameters }));
    },

    find: (text) => get("/find", { text }, "id"),

    async shortIds(sessions) {
      const found = sessions.map((id) => get("/find", { text: id }, "id").catch(unlessUnknown));
      return new Map(
        (await Promise.all(found)).flatMap((one) => (one === null ? [] : [[one.id, one.shortId] as const])),
      );
    },

    usage: ({ scope, ...query }, signal) => get("/usage", { ...parameterOf(scope), ...query }, "days", signal),

    async *diagnose(path) {
      for await (const { data } of events("/diagnosis", { path })) yield data;
    },

    async reindex() {
      throw new SessionError("refused", "The index is rebuilt in a terminal: reprise reindex");
    },

    async *watch(signal) {
      for await (const { data } of follow("/changes", () => ({}), { signal })) yield data;
    },

    warnings: warningsOver(link),

    close: () => link.close(),
  };
}

function filterText(name: SearchFilterName): (value: string) => string {
  return (value) => `${name}:"${value.replace(/["\\]/g, "\\$&")}"`;
}

function unlessUnknown(error: unknown): null {
  if (error instanceof SessionError && error.code === "not-found") return null;
  throw error;
}
