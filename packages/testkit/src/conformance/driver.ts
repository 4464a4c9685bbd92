import { afterAll, beforeAll, describe, test } from "vitest";
import { disposeAll } from "../agents/process.ts";
import { quickToStart } from "../sample.ts";
import { lifeChecks } from "./driver-life.ts";
import { type Check, type DriverCase, type DriverStage, setStage } from "./driver-stage.ts";
import { troubleChecks } from "./driver-troubles.ts";

export type { DriverCase } from "./driver-stage.ts";

/** What our own code does in the same way for every agent that has a process for each turn: for slow ones in the campaign `live`. */
const alike = [
  "stops a turn in the middle of a text",
  "tells why the model gave nothing",
  "leaves nothing behind when it is closed in the middle of a command",
];

/** Checks for every driver, with the real agent and a scripted model. Each builds on the previous ones. */
export function describeDriver(name: string, given: DriverCase): void {
  describe(`${name}, driving the real agent`, () => {
    let stage: DriverStage;
    beforeAll(async () => {
      stage = await setStage(given);
    });
    afterAll(async () => {
      await disposeAll();
      await stage.model.close();
      await stage.scratch.remove();
    });
    const isQuick = quickToStart([given]).length > 0;
    for (const [title, run] of Object.entries({ ...lifeChecks, ...troubleChecks }))
      if (isQuick || !alike.includes(title)) check(title, run);

    function check(title: string, run: Check): void {
      const reason = given.skips?.[title];
      if (reason === undefined) test(title, () => run(stage));
      else test.skip(`${title} (skipped: ${reason})`, () => run(stage));
    }
  });
}
