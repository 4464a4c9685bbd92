export type { Call, LinkOptions, LinkState } from "./call.ts";
export { CallError } from "./call-error.ts";
export { httpLibrary } from "./http-library.ts";
export { httpRunner } from "./http-runner.ts";
export { httpWorkbenches } from "./http-workbenches.ts";
