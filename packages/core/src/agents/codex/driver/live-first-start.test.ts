import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noSettings } from "@reprise/model";
import { codex, disposeAll, locateBinary, makeScratch, startModel } from "@reprise/testkit";
import { afterEach, expect, it } from "vitest";
import { DriverError } from "../../driving/driver.ts";
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
        env,
        home: null,
        program: locateBinary("codex").command,
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

it("a Codex that cannot start gives its own reason, whatever it lists after it", async () => {
  const model = await startModel("responses");
  try {
    const scratch = await makeScratch("no-start");
    const { env } = await codex.prepareHome({ home: scratch.home, model });
    const failureIn = async (home: string) => {
      const launch = {
        settings: { ...noSettings, cwd: scratch.workspace },
        env,
        home,
        program: locateBinary("codex").command,
        onLine: () => undefined,
        signal: new AbortController().signal,
      };
      const error = await codexDriver.start(launch).then(
        () => new Error("It was started."),
        (reason: unknown) => reason,
      );
      if (!(error instanceof DriverError)) throw error;
      return error.failure;
    };
    const gone = join(scratch.root, "gone");
    const missing = await failureIn(gone);
    expect(missing.kind).toBe("other");
    expect(missing.message).toMatch(/^Codex ended with exit code 1\. It said: .*gone.* does not exist/);
    expect(missing.message).not.toMatch(/<unknown>|backtrace/i);
    const broken = join(scratch.root, "broken");
    mkdirSync(broken);
    writeFileSync(join(broken, "config.toml"), "model = \nfoo [");
    expect((await failureIn(broken)).message).toMatch(/config\.toml:2/);
    await scratch.remove();
  } finally {
    await model.close();
  }
});
