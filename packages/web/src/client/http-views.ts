import type { FindLine, SessionViews, TextPart, TextPlace, ViewLine, ViewWindow } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import type { Call, LinkOptions } from "./call.ts";
import { Link } from "./link.ts";
import { plainItem } from "./plain-item.ts";
import { eventHeaders, withParameters } from "./requests.ts";
import { sentEvents } from "./sent-events.ts";

/** The views of a server. */
export function httpViews(call: Call, options?: LinkOptions): SessionViews {
  const link = new Link(call, options);
  async function* events<Line>(path: string, signal: AbortSignal | undefined): AsyncGenerator<Line> {
    try {
      const response = await link.open(path, { headers: eventHeaders, ...(signal ? { signal } : {}) });
      for await (const { data } of sentEvents(response, link)) {
        if (signal?.aborted) return;
        yield data as Line;
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }

  return {
    async *view(session, window, signal) {
      const path = withParameters(`${pathOf(session)}/view`, parametersOf(window));
      for await (const line of events<ContractValue<"view">>(path, signal))
        yield line.type === "item" ? ({ ...line, item: plainItem(line.item) } as ViewLine) : line;
    },

    find: (session, text, signal) =>
      events<FindLine>(withParameters(`${pathOf(session)}/find`, { text }), signal),

    text: (session, place, from, length) =>
      link.get<TextPart>(withParameters(`${pathOf(session)}/text`, { ...place, from, length }), "text"),

    textAddress: (session, { turn, item, field }: TextPlace) =>
      withParameters(`${pathOf(session)}/text`, { turn, item, field }),
  };
}

function pathOf(session: string): string {
  return `/sessions/${encodeURIComponent(session)}`;
}

function parametersOf(window: ViewWindow) {
  const { count } = window;
  if ("last" in window) return { last: true, count };
  if ("before" in window) return { before: `${window.before.turn}.${window.before.index}`, count };
  if ("from" in window) return { from: `${window.from.turn}.${window.from.index}`, count };
  return { turn: window.turn, item: window.item ?? undefined, count };
}
