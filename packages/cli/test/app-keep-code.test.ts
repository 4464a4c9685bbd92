import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("app-keep-code");
});
afterEach(() => stage.close());

test("a killed app leaves its compiled code for the next start", async () => {
  const cache = stage.folder("cache");
  const pty = stage.openApp(stage.folder("work"), { env: { REPRISE_CACHE: cache, NODE_COMPILE_CACHE: "" } });
  await pty.shows("No sessions");
  await until(() => compiledBytes(cache) > 100_000, { what: "the app's code, compiled" });
  pty.kill("SIGKILL");
  expect((await pty.exited).signal).toBe(9);
  expect(compiledBytes(cache)).toBeGreaterThan(100_000);
});

function compiledBytes(cache: string): number {
  const folder = join(cache, "compiled");
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // One that was being written has another name by now.
  const bytes = files.map(
    ({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return bytes.reduce((sum, size) => sum + size, 0);
}
