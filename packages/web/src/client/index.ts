export type { Call, LinkOptions, LinkState } from "./call.ts";
export { CallError } from "./call-error.ts";
export { httpLibrary } from "./http-library.ts";
export { httpAbout, httpAnnotations, httpOptions, httpTelemetry, type PageOptions } from "./http-page.ts";
export { httpProjects, type ServedProjects } from "./http-projects.ts";
export { httpReviews } from "./http-reviews.ts";
export { httpRunner } from "./http-runner.ts";
export { httpViews } from "./http-views.ts";
export { httpWorkbench, httpWorkbenches, type WorkbenchChannel } from "./http-workbench.ts";
