import { json } from "@reprise/model/json";
import { type App, jsonAnswer, type Shared } from "../context.ts";
import { openApiDocument } from "../openapi/document.ts";

/** What the server says about itself. */
export function stateRoutes(app: App, shared: Shared): void {
  const { chats, metrics, streams, version, isClosing } = shared;

  app.get("/healthz", () => {
    const status = isClosing() ? "closing" : "ok";
    const body = `${json("health", { status })}\n`;
    const headers = { "Content-Type": "application/json; charset=utf-8" };
    return new Response(body, { status: isClosing() ? 503 : 200, headers });
  });

  app.get("/metrics", () => {
    const text = metrics.text({ runningCount: chats.runningCount, streamCount: streams.takenCount });
    return new Response(text, { headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } });
  });

  let document: string | null = null;
  app.get("/openapi.json", () => {
    document ??= JSON.stringify(openApiDocument(version, app.routes));
    return jsonAnswer(document);
  });
}
