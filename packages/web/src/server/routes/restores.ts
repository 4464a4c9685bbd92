import type { FilesPlan } from "@reprise/model";
import { json } from "@reprise/model/json";
import {
  filesRequestSchema,
  planRequestSchema,
  restoreRequestSchema,
  rewindRequestSchema,
} from "@reprise/model/schema";
import { type App, jsonAnswer, type Shared } from "../context.ts";
import { jsonBody } from "../json-body.ts";
import { closing } from "../problem.ts";
import { checkSettings } from "../runs/check-paths.ts";
import { IssuedPlans } from "../runs/issued-plans.ts";
import { attached, type RunParts } from "./runs.ts";

/** Plans, and carrying out those that this server made: a client names them and cannot change them. */
export function restoreRoutes(app: App, shared: Shared, { runner, runs, plans }: RunParts): void {
  const filesPlans = new IssuedPlans<FilesPlan>();

  app.post("/plans", async (call) => {
    const { session, wish } = await jsonBody(call, shared, planRequestSchema);
    checkSettings(wish.settings);
    const plan = await runner.plan(session, wish);
    return jsonAnswer(json("issued-plan", { id: plans.issue(plan), plan }));
  });

  app.post("/restores", async (call) => {
    const { plan: id, consent } = await jsonBody(call, shared, restoreRequestSchema);
    return attached(await runs.start(() => runner.restore(plans.take(id), consent)));
  });

  app.post("/file-plans", async (call) => {
    const { session, turn } = await jsonBody(call, shared, filesRequestSchema);
    const plan = await runner.filesAt(session, turn);
    return jsonAnswer(json("issued-files", { id: filesPlans.issue(plan), plan }));
  });

  app.post("/rewinds", async (call) => {
    const { plan: id } = await jsonBody(call, shared, rewindRequestSchema);
    return jsonAnswer(json("rewound", { rewind: await runner.rewindFiles(filesPlans.take(id)) }));
  });

  app.post("/rewinds/:id/undo", async (call) => {
    if (shared.isClosing()) throw closing();
    return jsonAnswer(json("undone", { paths: await runner.undoRewind(call.req.param("id")) }));
  });
}
