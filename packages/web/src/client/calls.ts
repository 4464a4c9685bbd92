import type { AnswerOf, EventOf, GivenBody, GivenQuery, Method, ParamsOf, Route, Routes } from "@reprise/model/routes";
import { type Link, sentAs } from "./link.ts";
import { addressOf, eventHeaders, type Parameters } from "./requests.ts";
import { type SentEvent, sentEvents } from "./sent-events.ts";
import { steadyEvents } from "./steady-events.ts";

type At<Some extends Routes, How, Path> = Extract<Some[keyof Some], { readonly method: How; readonly path: Path }>;
type PathsOf<Some extends Routes, Kind> = Extract<Some[keyof Some], Kind>["path"];
type Given<One extends Route> = ParamsOf<One> & GivenQuery<One>;
/** A field of the answer: an answer without it is of another program. Null where the answer says no more than that it is done. */
type FieldOf<One> = AnswerOf<One> extends undefined ? null : string & keyof AnswerOf<One>;
type Got<One> = Promise<AnswerOf<One>>;
type Event<One> = Omit<SentEvent, "data"> & { readonly data: EventOf<One> };

interface Streaming {
  readonly method: "get";
  readonly streams: string;
}

/** The routes of a table, to be called: with the parts of the path and the query in one object. */
export interface Calls<Some extends Routes> {
  get<Path extends PathsOf<Some, { readonly method: "get"; readonly answer: string }>>(
    path: Path,
    given: Given<At<Some, "get", Path>>,
    field: FieldOf<At<Some, "get", Path>>,
    signal?: AbortSignal,
  ): Got<At<Some, "get", Path>>;
  send<How extends Exclude<Method, "get">, Path extends PathsOf<Some, { readonly method: How }>>(
    method: How,
    path: Path,
    given: Given<At<Some, How, Path>>,
    body: GivenBody<At<Some, How, Path>>,
    field: FieldOf<At<Some, How, Path>>,
  ): Got<At<Some, How, Path>>;
  /** The events of one answer; leaving the loop ends it. */
  events<Path extends PathsOf<Some, Streaming>>(
    path: Path,
    given: Given<At<Some, "get", Path>>,
    signal?: AbortSignal,
  ): AsyncGenerator<Event<At<Some, "get", Path>>>;
  /** Events over cut connections. `given` is asked for at each attempt. */
  follow<Path extends PathsOf<Some, Streaming & { readonly live: true }>>(
    path: Path,
    given: () => Given<At<Some, "get", Path>>,
    from: { readonly after?: number | undefined; readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<Event<At<Some, "get", Path>>>;
}

/** The table itself stays behind, with its words: a call names its method and path, which the types check against it. */
export function callsOf<Some extends Routes>(link: Link): Calls<Some> {
  const calls = {
    get: async (path: string, given: Parameters, field: string, signal?: AbortSignal) =>
      link.json(await link.open(addressOf(path, given), signal ? { signal } : {}), field),
    send: async (method: Method, path: string, given: Parameters, body: object | undefined, field: string | null) => {
      const response = await link.open(addressOf(path, given), sentAs(method, body));
      return field === null ? undefined : link.json(response, field);
    },
    async *events(path: string, given: Parameters, signal?: AbortSignal) {
      const left = link.until(signal);
      try {
        const response = await link.open(addressOf(path, given), { headers: eventHeaders, signal: left });
        for await (const event of sentEvents(response, link, left)) {
          if (signal?.aborted) return;
          yield event;
        }
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
    },
    follow: (path: string, given: () => Parameters, from: { after?: number; signal?: AbortSignal }) =>
      steadyEvents(link, () => addressOf(path, given()), from),
  };
  return calls as unknown as Calls<Some>;
}
