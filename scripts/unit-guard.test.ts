import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a unit test that starts a process or a server fails, even if what it tests hides that", async () => {
  const { execFile, spawnSync } = process.getBuiltinModule("node:child_process"); // an import would make it another kind
  const { createServer } = process.getBuiltinModule("node:http");
  expect(() => spawnSync("true")).toThrow("A unit test may not spawnSync true");
  await promisify(execFile)("true").catch(() => "hidden");
  expect(() => createServer().listen(0)).toThrow("A unit test may not listen");

  const { startedByUnits } = globalThis as { startedByUnits?: string[] };
  expect(startedByUnits?.splice(0)).toEqual(["spawnSync true", "execFile true", "listen"]); // or this file fails at its end
});
