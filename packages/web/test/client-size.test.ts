import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const client = fileURLToPath(new URL("../src/client/index.ts", import.meta.url));

test("the client runs in a browser, is small, and brings no schemas along", async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: [client],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
  });
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  expect(used.map(([path]) => path).filter((path) => /zod|\/schema\/|\/server\//.test(path))).toEqual([]);
  expect(output?.imports).toEqual([]);
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(8 * 1024);
});
