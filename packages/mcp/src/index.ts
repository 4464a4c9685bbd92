export { serveStdio } from "./serve-stdio.ts";
export { type Given, mcpServer } from "./server.ts";
