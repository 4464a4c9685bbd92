import type { SessionViews, ViewLine, ViewWindow } from "@reprise/model";
import type { sessionRoutes } from "@reprise/model/routes";
import type { Call, LinkOptions } from "./call.ts";
import { callsOf } from "./calls.ts";
import { Link } from "./link.ts";
import { plainItem } from "./plain-item.ts";
import { addressOf } from "./requests.ts";

/** The views of a server. */
export function httpViews(call: Call, options?: LinkOptions): SessionViews {
  const calls = callsOf<typeof sessionRoutes>(new Link(call, options));
  return {
    async *view(id, window, signal) {
      for await (const { data } of calls.events("/sessions/:id/view", { id, ...parametersOf(window) }, signal))
        yield data.type === "item" ? ({ ...data, item: plainItem(data.item) } as ViewLine) : data;
    },
    async *find(id, text, signal) {
      for await (const { data } of calls.events("/sessions/:id/find", { id, text }, signal)) yield data;
    },
    text: (id, place, from, length) => calls.get("/sessions/:id/text", { id, ...place, from, length }, "text"),
    textAddress: (id, { turn, item, field }) => addressOf("/sessions/:id/text", { id, turn, item, field }),
  };
}

function parametersOf(window: ViewWindow) {
  const { count } = window;
  if ("last" in window) return { last: "true", count };
  if ("before" in window) return { before: `${window.before.turn}.${window.before.index}`, count };
  if ("from" in window) return { from: `${window.from.turn}.${window.from.index}`, count };
  return { turn: window.turn, item: window.item ?? undefined, count };
}
