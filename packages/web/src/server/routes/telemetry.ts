import type { TelemetryEvents } from "@reprise/model";
import { json } from "@reprise/model/json";
import { type App, jsonAnswer } from "../context.ts";

export function telemetryRoutes(app: App, telemetry: TelemetryEvents): void {
  app.get("/telemetry", async () => jsonAnswer(json("telemetry", await telemetry.recent())));
}
