import type { Annotations } from "@reprise/model";
import { json } from "@reprise/model/json";
import { annotationChangeSchema } from "@reprise/model/schema";
import { type App, jsonAnswer, type Shared } from "../context.ts";
import { jsonBody } from "../json-body.ts";

/** What a person notes about sessions. */
export function annotationRoutes(app: App, shared: Shared, annotations: Annotations): void {
  app.get("/tags", async () => jsonAnswer(json("tags", { tags: await annotations.tags() })));

  app.get("/sessions/:id/annotation", async (call) =>
    jsonAnswer(json("session-annotation", await annotations.read(call.req.param("id")))),
  );

  app.post("/sessions/:id/annotation", async (call) => {
    const change = await jsonBody(call, shared, annotationChangeSchema);
    return jsonAnswer(json("annotated", await annotations.annotate(call.req.param("id"), change)));
  });
}
