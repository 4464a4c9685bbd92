/**
 * HTTP over what it is given (given.ts): Chats and a Library, and on this machine a Runner, Projects, Reviews and workbenches. It sees
 * model only. For people: docs/http.md.
 *
 * - which routes there are: model/routes/; how they are served and checked: mount.ts; what answers them: routes/runs.ts and its neighbours
 * - who may call, and how a browser gets in: guards/guard.ts, guards/access.ts, guards/tenant-callers.ts, routes/open.ts, then docs/security.md
 * - plans, runs and projects that this server started: runs/issued-plans.ts, runs/open-runs.ts, runs/open-projects.ts
 * - events over connections that break: streams/sent-events.ts, streams/event-pieces.ts; over a socket: socket/socket-streams.ts
 * - what the page gets of a long session: view/view-lines.ts, view/cut-item.ts, then model/schema/view.ts
 * - limits: limits.ts; errors: problem.ts; the OpenAPI document: openapi/document.ts; figures: metrics/server-metrics.ts
 */

import * as tables from "@reprise/model/routes";
import { Hono } from "hono";
import type { App, Shared } from "./context.ts";
import type { Given } from "./given.ts";
import { browserAccess, programAccess } from "./guards/access.ts";
import { BrowserCookies } from "./guards/browser-cookies.ts";
import { guard } from "./guards/guard.ts";
import { OneTimeKeys } from "./guards/one-time-keys.ts";
import { Places } from "./guards/places.ts";
import { Rate } from "./guards/rate.ts";
import { TenantCallers } from "./guards/tenant-callers.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { ServerMetrics } from "./metrics/server-metrics.ts";
import { mount } from "./mount.ts";
import { answerOf, Problem, reported } from "./problem.ts";
import { annotationAnswers } from "./routes/annotations.ts";
import { builtPageAnswers } from "./routes/built-page.ts";
import { chatAnswers } from "./routes/chat.ts";
import { libraryAnswers } from "./routes/library.ts";
import { openAnswers } from "./routes/open.ts";
import { optionAnswers } from "./routes/options.ts";
import { pageAnswers } from "./routes/page.ts";
import { projectAnswers } from "./routes/projects.ts";
import { reviewAnswers } from "./routes/reviews.ts";
import { runAnswers } from "./routes/runs.ts";
import { sessionActAnswers } from "./routes/session-acts.ts";
import { sessionAnswers } from "./routes/sessions.ts";
import { stateAnswers } from "./routes/state.ts";
import { workbenchAnswers } from "./routes/workbench.ts";
import { OpenProjects } from "./runs/open-projects.ts";
import { OpenRuns } from "./runs/open-runs.ts";
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
  const strangers = new Rate(limits.requestsPerSecond, limits.burstCount);
  const shared: Shared = {
    chats: given.chats,
    library: given.library,
    runner: given.runner,
    version: given.version,
    workbenches: given.workbenches,
    limits,
    onUnexpected,
    metrics: new ServerMetrics(),
    mounted: new Map(),
    streams: new Places(limits.streamCount, "streams"),
    readings: new Places(limits.readingCount, "requests that read sessions"),
    callers: new TenantCallers(given.chats, limits, strangers),
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
  const { pageFolder, page, runner, about, reviews, annotations, telemetry, workbenches, options } = given;
  if (pageFolder === undefined) {
    guard(app, given, programAccess(given, shared.callers), { ...shared, strangers });
    if (page !== undefined) mount(app, shared, tables.pageRoutes, pageAnswers(page));
  } else {
    const cookies = new BrowserCookies(given.browsers ?? null, onUnexpected);
    guard(app, given, browserAccess(given, cookies), { ...shared, strangers });
    mount(app, shared, tables.openRoutes, openAnswers(shared, { keys, cookies, token: given.token }));
    mount(app, shared, { ...tables.pageRoutes, ...tables.assetRoutes }, builtPageAnswers(pageFolder));
  }
  mount(app, shared, tables.stateRoutes, stateAnswers(shared));
  mount(app, shared, tables.chatRoutes, chatAnswers(shared));
  mount(app, shared, tables.sessionRoutes, sessionAnswers(shared));
  const runs = runner === undefined ? null : new OpenRuns(runner, limits);
  if (runner !== undefined && runs !== null) {
    mount(app, shared, tables.libraryRoutes, libraryAnswers(given.library, runner));
    mount(app, shared, { ...tables.runRoutes, ...tables.restoreRoutes }, runAnswers(runner, runs));
    mount(app, shared, tables.sessionActRoutes, sessionActAnswers(runner, given.library));
  }
  const projects = given.projects === undefined ? null : new OpenProjects(given.projects, limits);
  if (given.projects !== undefined && projects !== null)
    mount(app, shared, tables.projectRoutes, projectAnswers(given.projects, projects));
  if (reviews !== undefined) mount(app, shared, tables.reviewRoutes, reviewAnswers(reviews));
  if (annotations !== undefined) mount(app, shared, tables.annotationRoutes, annotationAnswers(annotations));
  if (about !== undefined) mount(app, shared, tables.aboutRoutes, { getAbout: about });
  if (telemetry !== undefined) mount(app, shared, tables.telemetryRoutes, { getTelemetry: () => telemetry.recent() });
  if (workbenches !== undefined) mount(app, shared, tables.workbenchRoutes, workbenchAnswers(workbenches));
  if (options !== undefined) mount(app, shared, tables.optionRoutes, optionAnswers(options, workbenches));
  const end = async (graceMs: number) => {
    isClosing = true;
    const ends = await Promise.allSettled([
      given.chats.close(graceMs),
      runs?.close(graceMs),
      projects?.close(),
      workbenches?.close(graceMs),
    ]);
    closing.abort();
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };
  return {
    app,
    limits,
    newKey: (folder) => keys.issue(folder),
    runningCount: () => {
      const parts = [given.chats, runs, projects, workbenches];
      return parts.reduce((sum, part) => sum + (part?.runningCount ?? 0), 0);
    },
    serve: (address) => listen({ app, limits, hasPages: given.pageFolder !== undefined, end }, address),
  };
}
