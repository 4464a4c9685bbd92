import { Hono } from "hono";
import type { App, Shared } from "./context.ts";
import type { Given } from "./given.ts";
import { guard } from "./guards/guard.ts";
import { Places } from "./guards/places.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { ServerMetrics } from "./metrics/server-metrics.ts";
import { answerOf, hidesCause, Problem, problemOf, unexpected } from "./problem.ts";
import { chatRoutes } from "./routes/chat.ts";
import { pageRoute } from "./routes/page.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { stateRoutes } from "./routes/state.ts";
import { type Address, type Listening, listen } from "./serve.ts";

export interface Server {
  readonly app: App;
  readonly limits: Limits;
  /** Resolves once it listens. */
  serve(address: Address): Promise<Listening>;
}

/** Chats and sessions over HTTP. */
export function createServer(given: Given): Server {
  const limits = { ...defaultLimits, ...given.limits };
  const onUnexpected = given.onUnexpected ?? (() => undefined);
  let isClosing = false;
  const shared: Shared = {
    ...{ chats: given.chats, library: given.library, version: given.version, limits, onUnexpected },
    metrics: new ServerMetrics(),
    streams: new Places(limits.streamCount, "streams"),
    readings: new Places(limits.readingCount, "requests that read sessions"),
    isClosing: () => isClosing,
  };
  const app: App = new Hono();
  app.onError((error) => {
    const problem = problemOf(error);
    if (problem === null || hidesCause(problem)) onUnexpected(error);
    return answerOf(problem ?? unexpected());
  });
  app.notFound(() => {
    const message = "There is nothing at this address. GET /openapi.json describes those that there are.";
    return answerOf(new Problem(404, { code: "not-found", message }));
  });
  guard(app, given, shared);
  if (given.page !== undefined) pageRoute(app, given.page);
  stateRoutes(app, shared);
  chatRoutes(app, shared);
  sessionRoutes(app, shared);
  const onClose = () => {
    isClosing = true;
  };
  return { app, limits, serve: (address) => listen({ app, limits, chats: given.chats, onClose }, address) };
}
