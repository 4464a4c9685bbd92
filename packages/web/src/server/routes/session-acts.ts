import { notShownIn, type Scope } from "@reprise/model";
import { json } from "@reprise/model/json";
import { dismissRequestSchema, grantRequestSchema, revokeRequestSchema } from "@reprise/model/schema";
import { type App, type Call, jsonAnswer, type Shared } from "../context.ts";
import { jsonBody } from "../json-body.ts";
import { noOther, parametersIn } from "../query.ts";
import type { RunParts } from "./runs.ts";

/** What a runner knows about sessions and keeps for them. */
export function sessionActRoutes(app: App, shared: Shared, { runner }: RunParts): void {
  app.get("/status", async (call) => {
    const scope = scopeIn(call);
    const sessions = await runner.status(scope);
    return jsonAnswer(json("status", { sessions, notShown: await notShownIn(scope, shared.library) }));
  });

  app.get("/dismissals", async (call) =>
    jsonAnswer(json("dismissed-count", { count: await runner.dismissedCount(scopeIn(call)) })),
  );

  app.get("/sessions/:id/dismissal", async (call) =>
    jsonAnswer(json("dismissal", await runner.dismissal(call.req.param("id")))),
  );

  app.post("/sessions/:id/dismissal", async (call) => {
    const { isDismissed } = await jsonBody(call, shared, dismissRequestSchema);
    return jsonAnswer(json("dismissal", await runner.dismiss(call.req.param("id"), isDismissed)));
  });

  app.get("/sessions/:id/run", async (call) =>
    jsonAnswer(json("running", { run: await runner.running(call.req.param("id")) })),
  );

  app.post("/sessions/:id/cancel", async (call) =>
    jsonAnswer(json("running", { run: await runner.cancel(call.req.param("id")) })),
  );

  app.get("/sessions/:id/approvals", (call) => approvals(call.req.param("id")));

  app.post("/sessions/:id/approvals", async (call) => {
    const id = call.req.param("id");
    await runner.grant(id, await jsonBody(call, shared, grantRequestSchema));
    return approvals(id);
  });

  app.post("/sessions/:id/approvals/revoke", async (call) => {
    const id = call.req.param("id");
    await runner.revoke(id, (await jsonBody(call, shared, revokeRequestSchema)).hash);
    return approvals(id);
  });

  async function approvals(session: string): Promise<Response> {
    return jsonAnswer(json("kept-approvals", { approvals: await runner.approvals(session) }));
  }
}

function scopeIn(call: Call): Scope {
  const { workspace, ...rest } = parametersIn(call.req.url);
  noOther(rest, ["workspace"]);
  return workspace === undefined ? "all" : { workspace };
}
