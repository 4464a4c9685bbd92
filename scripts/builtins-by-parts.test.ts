import { spawnSync } from "node:child_process";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { builtinsByParts } from "./builtins-by-parts.mjs";

const program = `
  import { readFileSync } from "node:fs";
  import path, { join } from "path";
  import * as url from "node:url";
  const isLoaded = (name) => process.moduleLoadList.includes("NativeModule " + name);
  const seen = [typeof readFileSync, join("a", "b"), path.sep, typeof url.fileURLToPath, isLoaded("internal/fs/streams")];
  process.stdout.write(JSON.stringify(seen));
`;

async function outputOf(plugins: (typeof builtinsByParts)[]): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins,
  });
  const text = outputFiles[0]?.text ?? "";
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-"], {
    input: text,
    encoding: "utf8",
  });
  return JSON.parse(stdout);
}

test("a bundle has the parts of Node it uses, and does not load what stands behind the others", async () => {
  expect(await outputOf([builtinsByParts])).toEqual(["function", "a/b", "/", "function", false]);
  expect(await outputOf([])).toEqual(["function", "a/b", "/", "function", true]);
});
