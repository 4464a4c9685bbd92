import { afterAll, beforeAll, describe, test } from "vitest";
import { disposeAll } from "../agents/process.ts";
import { lifeChecks } from "./driver-life.ts";
import { type Check, type DriverCase, type DriverStage, setStage } from "./driver-stage.ts";
import { troubleChecks } from "./driver-troubles.ts";

export type { DriverCase } from "./driver-stage.ts";

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
    for (const [title, run] of Object.entries({ ...lifeChecks, ...troubleChecks })) check(title, run);

    function check(title: string, run: Check): void {
      const reason = given.skips?.[title];
      if (reason === undefined) test(title, () => run(stage));
      else test.skip(`${title} (skipped: ${reason})`, () => run(stage));
    }
  });
}
