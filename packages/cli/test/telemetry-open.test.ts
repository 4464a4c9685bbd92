import { telemetryReportSchema } from "@reprise/model/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enter, OpenStage } from "./open-stage.ts";

let stage: OpenStage;
beforeAll(async () => {
  stage = await OpenStage.open();
});
afterAll(() => stage.close());

it("a server of the page has its telemetry, which is sent nowhere", async () => {
  const open = await stage.start(["--no-browser", "--port", "0"]);
  const { cookie } = await enter(open.link);
  const response = await fetch(`${open.link.origin}/telemetry`, { headers: { cookie } });
  const report = telemetryReportSchema.parse(await response.json());
  expect(report.export).toEqual({ state: "off", address: null, detail: null });
});
