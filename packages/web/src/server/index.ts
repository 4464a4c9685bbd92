export type { Given } from "./given.ts";
export { originOf } from "./guards/callers.ts";
export { tokenShape } from "./guards/token.ts";
export { defaultLimits, type Limits } from "./limits.ts";
export { linkTo } from "./routes/open.ts";
export type { Address, Listening } from "./serve.ts";
export { createServer, type Server } from "./server.ts";
