import { mkdirSync, renameSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const folder = join(root, ".reprise-setup/test-scripts");
const bundled = new Map<string, string>();

/**
 * Bundles a TypeScript program into one JavaScript file, once per process, and returns its path. It starts in a tenth of
 * the time: Node strips the types of every loaded file at each start.
 */
export function bundleScript(source: URL): string {
  const known = bundled.get(source.href);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true });
  const entry = fileURLToPath(source);
  const path = join(folder, relative(root, entry).replaceAll(sep, "-").replace(/\.ts$/, ".mjs"));
  const outfile = `${path}.${process.pid}`;
  buildSync({
    entryPoints: [entry],
    outfile,
    logLevel: "error",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    external: ["@napi-rs/keyring", "pg-native"], // not JavaScript
    // Older packages call it.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
  renameSync(outfile, path);
  bundled.set(source.href, path);
  return path;
}
