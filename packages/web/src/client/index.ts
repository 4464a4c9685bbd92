export { httpAbout } from "./about.ts";
export type { Call, LinkOptions, LinkState } from "./call.ts";
export { CallError } from "./call-error.ts";
export { httpLibrary } from "./http-library.ts";
export { httpOptions, type PageOptions } from "./http-options.ts";
export { httpRunner } from "./http-runner.ts";
export { httpViews } from "./http-views.ts";
export { httpWorkbench, type WorkbenchChannel } from "./http-workbench.ts";
export { httpWorkbenches } from "./http-workbenches.ts";
