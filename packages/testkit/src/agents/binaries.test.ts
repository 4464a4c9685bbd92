import { afterEach, expect, test, vi } from "vitest";
import { locateBinary } from "./binaries.ts";

afterEach(() => vi.unstubAllEnvs());

test.each(["codex", "claude", "gemini", "opencode"] as const)("the pinned %s is installed", (agent) => {
  expect(locateBinary(agent).command).toMatch(/^\//);
});

test("a variable names another binary, and a missing one is told with what to do", () => {
  vi.stubEnv("REPRISE_CODEX_BIN", "/bin/sh");
  expect(locateBinary("codex")).toEqual({ command: "/bin/sh", leadingArgs: [] });
  vi.stubEnv("REPRISE_CODEX_BIN", "/nowhere/codex");
  expect(() => locateBinary("codex")).toThrow(/No codex binary at \/nowhere\/codex. Run `npm test`/);
});
