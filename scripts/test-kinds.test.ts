import { existsSync, globSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { importsIn, KIND_RULES, kindOf, testsByKind } from "./test-kinds.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("every test file is of exactly one kind", () => {
  const files = globSync("**/*.test.ts", { cwd: root, exclude: (path) => /node_modules|^\./.test(path) });
  expect(Object.values(testsByKind()).flat().sort()).toEqual(files.sort());
});

test("every rule names something that is there", () => {
  const missing = KIND_RULES.filter(([, stage]) => !isThere(stage));
  expect(missing).toEqual([]);
});

test("the dearest that a test starts decides its kind", () => {
  const kind = (...reached: string[]) => kindOf(new Set(reached));
  expect(kind("packages/model/src/a.test.ts", "packages/model/src/a.ts")).toBe("unit");
  expect(kind("packages/core/src/a.test.ts", "node:child_process")).toBe("contract");
  expect(kind("packages/cli/test/a.test.ts", "node:net", "packages/testkit/src/terminal/pty.ts")).toBe("walks");
  expect(kind("packages/testkit/src/terminal/pty.ts", "packages/testkit/src/agents/binaries.ts")).toBe("live");
});

test("a test is of a kind for what its stages start, whatever else the testkit has", () => {
  const { unit, contract, live } = testsByKind();
  expect(live).toContain("packages/cli/test/live-fork.test.ts"); // through live-stage.ts
  expect(contract).toContain("packages/core/src/runner/conformance.test.ts");
  expect(unit).toContain("packages/core/src/runs/live-run.test.ts"); // imports parts of the testkit that start nothing
});

test("an import of types loads nothing", () => {
  const text =
    'import type { A } from "./a.ts";\nimport { type B } from "./b.ts";\nimport { type C, d as e } from "./c.ts";';
  expect(importsIn(text)).toEqual([{ names: ["d"], from: "./c.ts" }]);
  expect(importsIn('export {\n  f,\n  type G,\n} from "./f.ts";\nconst h = await import("./h.ts");')).toEqual([
    { names: ["f"], from: "./f.ts" },
    { names: [], from: "./h.ts" },
  ]);
});

function isThere(stage: string): boolean {
  if (stage.startsWith("node:")) return builtinModules.includes(stage.slice(5));
  return existsSync(join(root, stage)) || globSync(`${stage}*`, { cwd: root }).length > 0;
}
