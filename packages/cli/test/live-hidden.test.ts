import type { StatusRow } from "@reprise/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("live-hidden");
});
afterEach(() => stage.close());

test("a hidden or archived session that runs is still shown as running, and offered nowhere once it is interrupted", async () => {
  const folder = stage.folder("work");
  stage.model.push([{ partial: "A text that never" }, { hang: true }]);
  const running = stage.start(folder, "run", "please tell me", "--sandbox", "read-only", "--json");
  await running.line((line) => line.includes('"type":"delta"'));
  const { session } = await stage.runIn(folder);
  const states = async () => {
    const { events } = await stage.run(folder, "status", "--all", "--json");
    return events.map(({ sessions }) => (sessions as StatusRow[]).map((row) => [row.session, row.state]));
  };
  expect(await states()).toEqual([[[session, "working"]]]);
  for (const command of ["hide", "archive"]) expect((await stage.run(folder, command, session)).code).toBe(0);
  expect(await states()).toEqual([[[session, "working"]]]);
  expect((await stage.run(folder, "cancel", session)).code).toBe(0);
  await running.exited;
  expect(await states()).toEqual([[]]);
});
