import { json } from "@reprise/model/json";
import type { AnswerOf, BodyOf, EventOf, ParamsOf, QueryOf, Route, Routes } from "@reprise/model/routes";
import { type ContractName, wire } from "@reprise/model/schema";
import type { z } from "zod";
import { type App, type Call, jsonAnswer, type Shared } from "./context.ts";
import { badRequest, closing, Problem } from "./problem.ts";
import { bytesIn, checkContentType, valueIn } from "./read-body.ts";
import { queryIn } from "./read-query.ts";
import { sentEvents } from "./streams/sent-events.ts";

/** A request as its route says: read, and checked. */
export interface Asked<One extends Route = Route> {
  readonly params: ParamsOf<One>;
  readonly query: QueryOf<One>;
  readonly body: BodyOf<One>;
  /** The number of the last event that the client has; 0 if it has none. */
  readonly after: number;
  readonly call: Call;
}

/** Events from where the client is. */
export interface Following<Sent> {
  /** Ends with the signal. */
  readonly open: (signal: AbortSignal) => AsyncIterable<Sent>;
  /** A closing server ends it, and the client comes back to the next one. */
  readonly isLive?: boolean;
}

export interface Numbered<Sent> {
  readonly number: number;
  readonly value: Sent;
}

type Streamed<One> = One extends { readonly numbered: true } ? Numbered<EventOf<One>> : EventOf<One>;
type Given<One> = One extends { readonly streams: string }
  ? Following<Streamed<One>> | Response
  : AnswerOf<One> | Response;

/** What answers each of some routes. A `Response` is sent as it is. */
export type Answers<Some extends Routes> = {
  readonly [Name in keyof Some]: (asked: Asked<Some[Name]>) => Given<Some[Name]> | Promise<Given<Some[Name]>>;
};

/** The one place where routes are served: what is not in a table is not there. */
export function mount<Some extends Routes>(app: App, shared: Shared, routes: Some, answers: Answers<Some>): void {
  for (const [name, route] of Object.entries(routes)) {
    shared.mounted.set(name, route);
    const answer = answers[name] as unknown as (asked: unknown) => unknown;
    app.on(route.method, route.path, async (call) => answerTo(call, shared, route, answer));
  }
}

async function answerTo(
  call: Call,
  shared: Shared,
  route: Route,
  answer: (asked: unknown) => unknown,
): Promise<Response> {
  if (!route.forTenants && shared.callers.of(call) !== null) throw notForTenants();
  const asked = await askedIn(call, shared, route);
  const leave = route.reads ? shared.readings.take() : () => undefined;
  let isFollowed = false;
  try {
    const given = await answer(asked);
    if (given instanceof Response) return given;
    if (route.streams === undefined)
      return jsonAnswer(route.answer === undefined ? "{}" : json(route.answer as ContractName, given as never));
    const { open, isLive = false } = given as Following<unknown>;
    const events = (signal: AbortSignal) => sent(open(signal), route);
    const response = sentEvents(call, shared, { open: events, isLive, onLeave: leave });
    isFollowed = true;
    return response;
  } finally {
    if (!isFollowed) leave();
  }
}

async function askedIn(call: Call, shared: Shared, route: Route) {
  const { body, bodyBytes = 0, query, method, whileClosing, isOpen } = route;
  if (method !== "get" && !whileClosing && shared.isClosing()) throw closing();
  const most = Math.max(shared.limits.bodyBytes, bodyBytes);
  if (body !== undefined && body !== "bytes") checkContentType(call.req.header("content-type"));
  return {
    call,
    params: call.req.param(),
    query: query === undefined || isOpen ? {} : queryIn(call.req.url, query),
    after: route.numbered ? lastEventIn(call.req.header("last-event-id")) : 0,
    body: body === undefined ? undefined : await bodyIn(call, most, body),
  };
}

function bodyIn(call: Call, most: number, body: NonNullable<Route["body"]>): Promise<unknown> {
  return body === "bytes" ? bytesIn(call.req.raw, most) : valueIn(call.req.raw, most, wire[body] as z.ZodType);
}

function notForTenants(): Problem {
  const message = "A token of a tenant is for its chats: /chat and what is below it.";
  return new Problem(403, { code: "forbidden", message });
}

/** The number of the last event that the client has. */
function lastEventIn(header = "0"): number {
  if (/^\d{1,15}$/.test(header)) return Number(header);
  throw badRequest("Last-Event-ID takes the `id` of an event, a number.");
}

async function* sent(events: AsyncIterable<unknown>, { streams, numbered }: Route) {
  const name = streams as ContractName;
  for await (const event of events) {
    if (!numbered) yield { data: json(name, event as never) };
    else {
      const { number, value } = event as Numbered<never>;
      yield { id: number, data: json(name, value) };
    }
  }
}
