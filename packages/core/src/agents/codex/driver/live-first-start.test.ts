import { noSettings } from "@reprise/model";
import { codex, disposeAll, locateBinary, makeScratch, startModel } from "@reprise/testkit";
import { afterEach, expect, it } from "vitest";
import { codexDriver } from "./driver.ts";

afterEach(disposeAll);

it("two that start at once in a home where Codex never ran both get a thread", async () => {
  const model = await startModel("responses");
  try {
    for (let round = 0; round < 3; round += 1) {
      const scratch = await makeScratch("first-start");
      const { env } = await codex.prepareHome({ home: scratch.home, model });
      const launch = {
        settings: { ...noSettings, cwd: scratch.workspace },
        ...{ env, home: null, program: locateBinary("codex").command },
        onLine: () => undefined,
        signal: new AbortController().signal,
      };
      const threads = await Promise.all([
        codexDriver.start(launch),
        codexDriver.start(launch),
        codexDriver.start(launch),
      ]);
      expect(new Set(threads.map(({ thread }) => thread)).size).toBe(3);
      await Promise.all(threads.map((thread) => thread.close()));
      await scratch.remove();
    }
  } finally {
    await model.close();
  }
});
