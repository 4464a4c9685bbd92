import type { Options, WorkbenchOptions } from "@reprise/model";
import { json } from "@reprise/model/json";
import { workbenchOptionsSchema } from "@reprise/model/schema";
import { type App, jsonAnswer, type Shared } from "../context.ts";
import { readBody } from "../read-body.ts";
import { checkContentType } from "../turns/read-request.ts";
import { valueIn } from "../value-in.ts";

/** The options of the workbench, from the settings file and back into it. */
export function optionRoutes(app: App, shared: Shared, options: Options): void {
  app.get("/options", () => jsonAnswer(json("options-read", options.read())));

  app.patch("/options", async (call) => {
    checkContentType(call.req.header("content-type") ?? null);
    const body = await readBody(call.req.raw, shared.limits.bodyBytes);
    // What is not given is absent in JSON.
    const values = valueIn(body, workbenchOptionsSchema.partial()) as Partial<WorkbenchOptions>;
    return jsonAnswer(json("options-read", options.change(values)));
  });
}
