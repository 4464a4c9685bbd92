export type { Call, LinkOptions, LinkState } from "./call.ts";
export { CallError } from "./call-error.ts";
export { httpLibrary } from "./http-library.ts";
export { httpWorkbenches } from "./http-workbenches.ts";
