import type { Hit, Window } from "@reprise/model";
import { json, transcriptJson, transcriptLines } from "@reprise/model/json";
import type { sessionRoutes } from "@reprise/model/routes";
import { type Call, type Shared, streamed } from "../context.ts";
import type { Answers } from "../mount.ts";
import { badRequest } from "../problem.ts";
import { scopeIn, sessionPlace } from "../session-place.ts";
import { searchEvents } from "../streams/search-events.ts";
import { datas, sentEvents, wantsEvents } from "../streams/sent-events.ts";
import { textPieces } from "../streams/text-pieces.ts";
import { wholePlace } from "../view/cut-item.ts";
import { findIn } from "../view/find-in.ts";
import { itemText, textInPieces } from "../view/item-text.ts";
import { viewLines } from "../view/view-lines.ts";
import { viewWindowIn } from "../view/window-in.ts";

const HITS = 50;
const MOST_HITS = 1000;

/** Lists and sessions of any size: whole, or a window of items, a search, one long text for a screen. */
export function sessionAnswers(shared: Shared): Answers<typeof sessionRoutes> {
  const { library, readings } = shared;
  return {
    listSessions: ({ query: { workspace, ...query } }) => library.list({ scope: scopeIn(workspace), ...query }),
    getUsage: ({ call, query: { workspace, zone = "UTC", ...query } }) =>
      library.usage({ scope: scopeIn(workspace), zone, ...query }, call.req.raw.signal),

    async readSession({ call, params, query: { file, ...window } }) {
      const open = async () => library.read(await sessionPlace(library, params.id, file), windowIn(window));
      if (!wantsEvents(call))
        return read(call, "application/json; charset=utf-8", async () => transcriptJson(await open()));
      const leave = readings.take();
      const reading = await open().catch((error: unknown) => {
        leave();
        throw error;
      });
      return sentEvents(call, shared, { open: () => datas(transcriptLines(reading)), onLeave: leave });
    },

    async searchSessions({ call, query: { text, workspace, limit, ...filters } }) {
      const query = { scope: scopeIn(workspace), ...filters };
      if (wantsEvents(call)) {
        const limited = limit === undefined ? query : { ...query, limit };
        const open = (signal: AbortSignal) => searchEvents(library, text, limited, signal);
        return sentEvents(call, shared, { open, onLeave: readings.take() });
      }
      if (limit !== undefined && limit > MOST_HITS)
        throw badRequest(`limit takes a whole number from 1 to ${MOST_HITS}.`);
      return read(call, "application/x-ndjson; charset=utf-8", async () =>
        hitLines(library.search(text, query, { signal: call.req.raw.signal }), limit ?? HITS),
      );
    },

    async viewSession({ params, query: { file, ...query } }) {
      const window = viewWindowIn(query);
      const place = await sessionPlace(library, params.id, file);
      return { open: () => viewLines(library, place, window) };
    },

    async findInSession({ params, query: { file, text } }) {
      const place = await sessionPlace(library, params.id, file);
      return { open: (signal) => findIn(library, place, text, signal) };
    },

    async readText({ call, params, query: { file, from, length, ...at } }) {
      const text = await itemText(library, await sessionPlace(library, params.id, file), at);
      if (length === undefined) return asFile(call, text);
      const start = wholePlace(text, from);
      const end = wholePlace(text, start + length);
      return { text: text.slice(start, end), from: start, length: text.length };
    },
  };

  /** An error before the first piece has a status of its own. */
  async function read(call: Call, type: string, open: () => Promise<AsyncIterable<string>>): Promise<Response> {
    const leave = readings.take();
    try {
      const pieces = textPieces(await open());
      let first: string | null | undefined = await pieces.next();
      const next = async () => {
        const piece = first === undefined ? await pieces.next() : first;
        first = undefined;
        return piece;
      };
      const onLeave = () => {
        pieces.leave();
        leave();
      };
      return streamed(call, shared, { next, onLeave }, { "Content-Type": type });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Saved, never shown: nothing in it can act as part of the page. */
  function asFile(call: Call, text: string): Response {
    const pieces = textPieces(textInPieces(text));
    const headers = {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="text.txt"',
    };
    return streamed(call, shared, { next: () => pieces.next(), onLeave: () => pieces.leave() }, headers);
  }
}

async function* hitLines(hits: AsyncIterable<Hit>, limit: number): AsyncGenerator<string> {
  let count = 0;
  for await (const hit of hits) {
    yield `${json("search", hit)}\n`;
    if (++count >= limit) return;
  }
}

function windowIn({ last, turns }: { readonly last?: number; readonly turns?: string }): Window | undefined {
  if (last !== undefined && turns !== undefined) throw badRequest("Give one of last and turns, not both.");
  if (last !== undefined) return { last };
  if (turns === undefined) return undefined;
  const [, from, to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(turns) ?? [];
  if (from === undefined || Number(from) > Number(to))
    throw badRequest("turns takes a range such as 3-5, smaller number first.");
  return { from: Number(from), to: Number(to) };
}
