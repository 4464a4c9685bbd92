import type { RestorePlan, Runner } from "@reprise/model";
import type { App, Shared } from "../context.ts";
import { IssuedPlans } from "../runs/issued-plans.ts";
import { OpenRuns } from "../runs/open-runs.ts";
import { libraryRoutes } from "./library.ts";
import { restoreRoutes } from "./restores.ts";
import { type RunParts, runRoutes } from "./runs.ts";
import { sessionActRoutes } from "./session-acts.ts";

/** Everything of a runner and the rest of a library, for a page on this machine. */
export function runnerRoutes(app: App, shared: Shared, runner: Runner): OpenRuns {
  const runs = new OpenRuns(runner, shared.limits);
  const parts: RunParts = { runner, runs, plans: new IssuedPlans<RestorePlan>() };
  libraryRoutes(app, shared);
  runRoutes(app, shared, parts);
  restoreRoutes(app, shared, parts);
  sessionActRoutes(app, shared, parts);
  return runs;
}
