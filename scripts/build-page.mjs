import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const web = join(root, "packages/web");
const built = join(web, "dist/app");
const stamp = join(root, ".reprise-setup/built-page");
const KEEP_OLD_ASSETS_MS = 24 * 3600 * 1000;

/** What the page is made from, besides its own sources. */
export const pageParts = [join(web, "vite.config.ts"), join(root, "scripts/build-page.mjs")];

/**
 * Builds the page of `reprise open` if `hash`, that of its sources, is another one, and puts it into `folder`. index.html is
 * replaced last, and old assets stay for a day, so that an open page finds its own.
 */
export async function buildPage(folder, hash, { clean }) {
  const isBuilt = existsSync(join(built, "index.html")) && existsSync(stamp);
  if (!isBuilt || readFileSync(stamp, "utf8") !== hash) {
    const { build } = await import("vite");
    await build({ configFile: join(web, "vite.config.ts"), mode: "production", logLevel: "warn" });
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  }
  if (clean) rmSync(folder, { recursive: true, force: true });
  const assets = join(folder, "assets");
  cpSync(join(built, "assets"), assets, { recursive: true });
  const index = join(folder, "index.html");
  writeFileSync(`${index}.${process.pid}.tmp`, readFileSync(join(built, "index.html")));
  renameSync(`${index}.${process.pid}.tmp`, index);
  const current = new Set(readdirSync(join(built, "assets")));
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    const isOld = Date.now() - statSync(path).mtimeMs > KEEP_OLD_ASSETS_MS;
    if (!current.has(name) && isOld) rmSync(path, { force: true });
  }
}

export function hashOf(files, nameOf) {
  const sum = createHash("sha256");
  for (const file of files) if (existsSync(file)) sum.update(`${nameOf(file)}\0`).update(readFileSync(file));
  return sum.digest("hex");
}
