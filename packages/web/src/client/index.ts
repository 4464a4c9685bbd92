/**
 * The contracts of model behind a server, in a browser too: code that is given one of them cannot tell.
 *
 * - what is called: call.ts, calls.ts (from the tables of model/routes/); what a failed call says: call-error.ts
 * - whether the server is there, and what is sent again: link.ts, pause.ts; events over connections that break: steady-events.ts, sent-events.ts
 * - sessions: http-library.ts, http-views.ts, session-reading.ts; runs: http-runner.ts, http-run.ts, control-queue.ts
 * - projects, reviews, workbenches: http-projects.ts, http-reviews.ts, http-workbench.ts; the page's own settings: http-page.ts
 */

export type { Call, LinkOptions, LinkState } from "./call.ts";
export { CallError } from "./call-error.ts";
export { httpLibrary } from "./http-library.ts";
export { httpAbout, httpAnnotations, httpOptions, httpTelemetry, type PageOptions } from "./http-page.ts";
export { httpProjects, type ServedProjects } from "./http-projects.ts";
export { httpReviews } from "./http-reviews.ts";
export { httpRunner } from "./http-runner.ts";
export { httpViews } from "./http-views.ts";
export { httpWorkbench, httpWorkbenches, type WorkbenchChannel } from "./http-workbench.ts";
