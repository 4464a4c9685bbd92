import { annotationRoutes } from "./annotations.ts";
import { chatRoutes } from "./chats.ts";
import { projectRoutes } from "./projects.ts";
import { reviewRoutes } from "./reviews.ts";
import type { Routes } from "./route.ts";
import { restoreRoutes, runRoutes, sessionActRoutes } from "./runs.ts";
import { aboutRoutes, assetRoutes, openRoutes, pageRoutes, stateRoutes, telemetryRoutes } from "./server.ts";
import { libraryRoutes, sessionRoutes } from "./sessions.ts";
import { optionRoutes, workbenchRoutes } from "./workbench.ts";

export * from "./annotations.ts";
export * from "./chats.ts";
export * from "./projects.ts";
export * from "./reviews.ts";
export * from "./route.ts";
export * from "./runs.ts";
export * from "./server.ts";
export * from "./sessions.ts";
export * from "./workbench.ts";

const tables = [
  chatRoutes,
  sessionRoutes,
  stateRoutes,
  runRoutes,
  restoreRoutes,
  sessionActRoutes,
  annotationRoutes,
  libraryRoutes,
  projectRoutes,
  reviewRoutes,
  workbenchRoutes,
  optionRoutes,
  telemetryRoutes,
  aboutRoutes,
  openRoutes,
  pageRoutes,
  assetRoutes,
];

/** Of a server with everything. */
export const everyRoute: Routes = Object.assign({}, ...tables);
