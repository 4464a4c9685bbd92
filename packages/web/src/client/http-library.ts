import type {
  Changes,
  Finding,
  Hit,
  Library,
  ListQuery,
  Page,
  Progress,
  SearchFilterName,
  SessionSummary,
  Usage,
} from "@reprise/model";
import { SessionError } from "@reprise/model";
import type { Call, LinkOptions } from "./call.ts";
import { Link } from "./link.ts";
import { eventHeaders, withParameters } from "./requests.ts";
import { sentEvents } from "./sent-events.ts";
import { sessionReading } from "./session-reading.ts";
import { steadyEvents } from "./steady-events.ts";
import { warningsOver } from "./warnings.ts";

/** As many as a library gives. */
const ROWS = 20;

/** The library of a server. */
export function httpLibrary(call: Call, options?: LinkOptions): Library {
  const link = new Link(call, options);
  const events = async (path: string, signal?: AbortSignal) => {
    const left = link.until(signal);
    return sentEvents(await link.open(path, { headers: eventHeaders, signal: left }), link, left);
  };

  return {
    list: ({ limit = ROWS, ...query }) =>
      link.get<Page>(withParameters("/sessions", { ...parametersOf(query), limit }), "sessions"),

    async *search(line, { paths = [], tools = [], ...query }, { signal, onProgress } = {}) {
      const text = [line, ...paths.map(filterText("path")), ...tools.map(filterText("tool"))].join(" ");
      const path = withParameters("/search", { text, ...parametersOf(query) });
      try {
        for await (const { event, data } of await events(path, signal)) {
          if (event === "progress") onProgress?.(data as Progress);
          else yield data as Hit;
          if (signal?.aborted) return;
        }
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
    },

    async read(session, window = undefined) {
      const id = typeof session === "string" ? session : session.id;
      const path = withParameters(`/sessions/${encodeURIComponent(id)}`, {
        file: typeof session === "string" ? undefined : session.files[0]?.path,
        ...(window && "last" in window ? { last: window.last } : {}),
        ...(window && "from" in window ? { turns: `${window.from}-${window.to}` } : {}),
      });
      return sessionReading(await events(path));
    },

    find: (text) => link.get<SessionSummary>(withParameters("/find", { text }), "id"),

    async usage({ scope, ...query }, signal) {
      const path = withParameters("/usage", { ...parametersOf({ scope }), ...query });
      return link.json<Usage>(await link.open(path, signal ? { signal } : {}), "days");
    },

    async *diagnose(path) {
      for await (const { data } of await events(withParameters("/diagnosis", { path })))
        yield data as Finding;
    },

    async reindex() {
      throw new SessionError("refused", "The index is rebuilt in a terminal: reprise reindex");
    },

    async *watch(signal) {
      for await (const { data } of steadyEvents(link, "/changes", { signal })) yield data as Changes;
    },

    warnings: warningsOver(link),

    close: () => link.close(),
  };
}

function filterText(name: SearchFilterName): (value: string) => string {
  return (value) => `${name}:"${value.replace(/["\\]/g, "\\$&")}"`;
}

function parametersOf({ scope, ...query }: ListQuery) {
  return { workspace: scope === "all" ? undefined : scope.workspace, ...query };
}
