import { json } from "@reprise/model/json";
import type { stateRoutes } from "@reprise/model/routes";
import { jsonAnswer, type Shared } from "../context.ts";
import { fleetMetrics } from "../metrics/fleet-metrics.ts";
import type { Answers } from "../mount.ts";
import { openApiOf } from "../openapi/document.ts";

/** What the server says about itself. */
export function stateAnswers(shared: Shared): Answers<typeof stateRoutes> {
  const { chats, metrics, mounted, streams, version, isClosing, onUnexpected } = shared;
  let document: string | null = null;
  return {
    getHealth() {
      const status = isClosing() ? "closing" : "ok";
      return jsonAnswer(json("health", { status }), isClosing() ? 503 : 200);
    },
    async getReadiness() {
      const isAway = !isClosing() && ((await chats.unavailable?.()) ?? null) !== null;
      const status = isClosing() ? "closing" : isAway ? "unavailable" : "ready";
      return jsonAnswer(json("readiness", { status }), status === "ready" ? 200 : 503);
    },
    async getMetrics() {
      const own = metrics.text({ runningCount: chats.runningCount, streamCount: streams.takenCount });
      const text = own + (await fleetMetrics(chats, onUnexpected));
      return new Response(text, { headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } });
    },
    getOpenApi() {
      document ??= JSON.stringify(openApiOf(version, Object.fromEntries(mounted)));
      return jsonAnswer(document);
    },
  };
}
