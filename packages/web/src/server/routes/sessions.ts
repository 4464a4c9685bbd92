import type { Hit, Window } from "@reprise/model";
import { json, transcriptJson, transcriptLines } from "@reprise/model/json";
import { type App, type Call, jsonAnswer, type Shared, streamed } from "../context.ts";
import { badRequest } from "../problem.ts";
import { listQueryIn, parametersIn, wholeNumber } from "../query.ts";
import { sessionPlace } from "../session-place.ts";
import { searchEvents } from "../streams/search-events.ts";
import { datas, sentEvents, wantsEvents } from "../streams/sent-events.ts";
import { textPieces } from "../streams/text-pieces.ts";

const HITS = 50;

export function sessionRoutes(app: App, shared: Shared): void {
  const { library, readings } = shared;

  app.get("/sessions", async (call) => {
    const query = listQueryIn(parametersIn(call.req.url));
    const leave = readings.take();
    try {
      return jsonAnswer(json("list", await library.list(query)));
    } finally {
      leave();
    }
  });

  app.get("/sessions/:id", async (call) => {
    const { file, ...rest } = parametersIn(call.req.url);
    const window = windowIn(rest);
    const open = async () => library.read(await sessionPlace(library, call.req.param("id"), file), window);
    if (wantsEvents(call)) {
      const leave = readings.take();
      const reading = await open().catch((error: unknown) => {
        leave();
        throw error;
      });
      return sentEvents(call, shared, { open: () => datas(transcriptLines(reading)), onLeave: leave });
    }
    return read(call, "application/json; charset=utf-8", async () => transcriptJson(await open()));
  });

  app.get("/search", async (call) => {
    const { text, ...rest } = parametersIn(call.req.url);
    if (text === undefined || text.trim() === "") throw badRequest("Say what to search for: ?text=WORDS");
    if (wantsEvents(call)) {
      const query = listQueryIn(rest, { isPaged: false, rows: null });
      const open = (signal: AbortSignal) => searchEvents(library, text, query, signal);
      return sentEvents(call, shared, { open, onLeave: readings.take() });
    }
    const { limit = HITS, ...query } = listQueryIn(rest, { isPaged: false });
    return read(call, "application/x-ndjson; charset=utf-8", async () =>
      hitLines(library.search(text, query, { signal: call.req.raw.signal }), limit),
    );
  });

  /** An error before the first piece has a status of its own. */
  async function read(
    call: Call,
    type: string,
    open: () => Promise<AsyncIterable<string>>,
  ): Promise<Response> {
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
}

async function* hitLines(hits: AsyncIterable<Hit>, limit: number): AsyncGenerator<string> {
  let count = 0;
  for await (const hit of hits) {
    yield `${json("search", hit)}\n`;
    if (++count >= limit) return;
  }
}

function windowIn({ last, turns, ...rest }: Readonly<Record<string, string>>): Window | undefined {
  const [other] = Object.keys(rest);
  if (other !== undefined)
    throw badRequest(`There is no parameter "${other}" here. Parameters: last, turns, file.`);
  if (last !== undefined && turns !== undefined) throw badRequest("Give one of last and turns, not both.");
  if (last !== undefined) return { last: wholeNumber("last", last) };
  if (turns === undefined) return undefined;
  const [, from, to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(turns) ?? [];
  if (from === undefined || Number(from) > Number(to))
    throw badRequest("turns takes a range such as 3-5, smaller number first.");
  return { from: Number(from), to: Number(to) };
}
