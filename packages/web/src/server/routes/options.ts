import type { Options, WorkbenchOptions } from "@reprise/model";
import { json } from "@reprise/model/json";
import { workbenchOptionsSchema } from "@reprise/model/schema";
import { type App, jsonAnswer, type Shared } from "../context.ts";
import { jsonBody } from "../json-body.ts";

/** The options of the workbench, from the settings file and back into it. */
export function optionRoutes(app: App, shared: Shared, options: Options): void {
  app.get("/options", () => jsonAnswer(json("options-read", options.read())));

  app.patch("/options", async (call) => {
    // What is not given is absent in JSON.
    const body = await jsonBody(call, shared, workbenchOptionsSchema.partial());
    const changed = options.change(body as Partial<WorkbenchOptions>);
    await shared.workbenches?.follow();
    return jsonAnswer(json("options-read", changed));
  });
}
