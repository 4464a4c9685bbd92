export { App } from "./kernel/app.ts";
export type { Route } from "./kernel/route.ts";
export { realTerminal, resetCodes } from "./kernel/terminal.ts";
export { makeTheme } from "./kernel/theme.ts";
export { type Guarded, runApp } from "./run-app.ts";
export { continueRoute } from "./widgets/session-actions.ts";
export type { AgentChoice, World } from "./world.ts";
