export type { Given } from "./given.ts";
export { serveStdio } from "./serve-stdio.ts";
export { mcpServer } from "./server.ts";
