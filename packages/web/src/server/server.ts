import { Hono } from "hono";
import type { App, Shared } from "./context.ts";
import type { Given } from "./given.ts";
import { browserAccess, programAccess } from "./guards/access.ts";
import { BrowserCookies } from "./guards/browser-cookies.ts";
import { guard } from "./guards/guard.ts";
import { OneTimeKeys } from "./guards/one-time-keys.ts";
import { Places } from "./guards/places.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { ServerMetrics } from "./metrics/server-metrics.ts";
import { answerOf, Problem, reported } from "./problem.ts";
import { aboutRoute } from "./routes/about.ts";
import { annotationRoutes } from "./routes/annotations.ts";
import { builtPageRoutes } from "./routes/built-page.ts";
import { chatRoutes } from "./routes/chat.ts";
import { openRoutes } from "./routes/open.ts";
import { optionRoutes } from "./routes/options.ts";
import { pageRoute } from "./routes/page.ts";
import { projectRoutes } from "./routes/projects.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { runnerRoutes } from "./routes/runner.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { stateRoutes } from "./routes/state.ts";
import { telemetryRoutes } from "./routes/telemetry.ts";
import { usageRoutes } from "./routes/usage.ts";
import { viewRoutes } from "./routes/view.ts";
import { workbenchRoutes } from "./routes/workbench.ts";
import { type Address, type Listening, listen } from "./serve.ts";

export interface Server {
  readonly app: App;
  readonly limits: Limits;
  /** A key that lets one browser in, once, to look at the folder: see `linkTo`. Of use with a `pageFolder` only. */
  newKey(folder: string): string;
  /** Turns of chats, and runs and projects that have not ended. */
  runningCount(): number;
  /** Resolves once it listens. */
  serve(address: Address): Promise<Listening>;
}

/** Chats and sessions over HTTP, for programs; with a `pageFolder` for browsers too. */
export function createServer(given: Given): Server {
  const limits = { ...defaultLimits, ...given.limits };
  const onUnexpected = given.onUnexpected ?? (() => undefined);
  const closing = new AbortController();
  let isClosing = false;
  const shared: Shared = {
    ...{ chats: given.chats, library: given.library, runner: given.runner, version: given.version },
    workbenches: given.workbenches,
    ...{ limits, onUnexpected },
    metrics: new ServerMetrics(),
    streams: new Places(limits.streamCount, "streams"),
    readings: new Places(limits.readingCount, "requests that read sessions"),
    closing: closing.signal,
    isClosing: () => isClosing,
  };
  const app: App = new Hono();
  app.onError((error) => answerOf(reported(error, onUnexpected)));
  app.notFound(() => {
    const message = "There is nothing at this address. GET /openapi.json describes those that there are.";
    return answerOf(new Problem(404, { code: "not-found", message }));
  });
  const keys = new OneTimeKeys(limits.keyMs);
  if (given.pageFolder === undefined) {
    guard(app, given, programAccess(given), shared);
    if (given.page !== undefined) pageRoute(app, given.page);
  } else {
    const cookies = new BrowserCookies(given.browsers ?? null, onUnexpected);
    guard(app, given, browserAccess(given.token, cookies), shared);
    openRoutes(app, shared, { keys, cookies, token: given.token });
    builtPageRoutes(app, given.pageFolder);
  }
  stateRoutes(app, shared);
  chatRoutes(app, shared);
  sessionRoutes(app, shared);
  const runs = given.runner === undefined ? null : runnerRoutes(app, shared, given.runner);
  const projects = given.projects === undefined ? null : projectRoutes(app, shared, given.projects);
  if (given.reviews !== undefined) reviewRoutes(app, shared, given.reviews);
  if (given.annotations !== undefined) annotationRoutes(app, shared, given.annotations);
  viewRoutes(app, shared);
  if (given.about !== undefined) aboutRoute(app, given.about);
  usageRoutes(app, shared);
  if (given.telemetry !== undefined) telemetryRoutes(app, given.telemetry);
  if (given.workbenches !== undefined) workbenchRoutes(app, shared, given.workbenches);
  if (given.options !== undefined) optionRoutes(app, shared, given.options);
  const end = async (graceMs: number) => {
    isClosing = true;
    const { chats, workbenches } = given;
    const ends = await Promise.allSettled([
      chats.close(graceMs),
      runs?.close(graceMs),
      projects?.close(),
      workbenches?.close(graceMs),
    ]);
    closing.abort();
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };
  return {
    ...{ app, limits, newKey: (folder) => keys.issue(folder) },
    runningCount: () => {
      const parts = [given.chats, runs, projects, given.workbenches];
      return parts.reduce((sum, part) => sum + (part?.runningCount ?? 0), 0);
    },
    serve: (address) => listen({ app, limits, hasPages: given.pageFolder !== undefined, end }, address),
  };
}
