import type { Timestamp } from "@reprise/model";
import { telemetryReportSchema } from "@reprise/model/schema";
import { httpTelemetry } from "@reprise/web/client";
import { expect, it } from "vitest";
import { Stage } from "./stage.ts";

it("GET /telemetry has the latest events, and whether they are sent anywhere", async () => {
  const report = {
    events: [
      {
        name: "session.resume.failure",
        at: "2026-11-17T12:00:00.000Z" as Timestamp,
        attributes: { workspaceId: "9f86d081", errorType: "corrupt", hadBackup: true },
      },
    ],
    export: { state: "off", address: null, detail: null },
  } as const;
  const stage = await Stage.open({ telemetry: { recent: () => report } });
  const response = await stage.get("/telemetry");
  expect(telemetryReportSchema.parse(await response.json())).toEqual(report);
  const client = httpTelemetry((path) => stage.get(path));
  expect(await client.recent()).toEqual(report);
  await stage.close();
});
