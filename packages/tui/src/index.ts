export { App, type AppParts } from "./kernel/app.ts";
export type { Opening } from "./kernel/opening.ts";
export { realTerminal, type Streams, type Terminal } from "./kernel/terminal.ts";
export { makeTheme } from "./kernel/theme.ts";
export { type AppOptions, type Guarded, runApp } from "./run-app.ts";
export type { AgentChoice, World } from "./world.ts";
