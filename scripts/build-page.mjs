import { createHash } from "node:crypto";
import {
  copyFileSync,
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
 * Builds the page of `reprise open` if `hash`, that of its sources, is another one, and puts it into `folder`. Files are
 * replaced whole, index.html last, and old assets stay for a day unless `clean`: a page that is open finds its own.
 */
export async function buildPage(folder, hash, { clean }) {
  const isBuilt = existsSync(join(built, "index.html")) && existsSync(stamp);
  if (!isBuilt || readFileSync(stamp, "utf8") !== hash) {
    const { build } = await import("vite");
    await build({ configFile: join(web, "vite.config.ts"), mode: "production", logLevel: "warn" });
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  }
  const assets = join(folder, "assets");
  mkdirSync(assets, { recursive: true });
  const names = readdirSync(join(built, "assets"));
  for (const name of names) copy(join(built, "assets", name), join(assets, name));
  copy(join(built, "index.html"), join(folder, "index.html"));
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    const isOld = Date.now() - statSync(path).mtimeMs > KEEP_OLD_ASSETS_MS;
    if (!names.includes(name) && (clean || isOld)) rmSync(path, { force: true });
  }
}

function copy(from, to) {
  const temporary = `${to}.${process.pid}.tmp`;
  copyFileSync(from, temporary);
  renameSync(temporary, to);
}

export function hashOf(files, nameOf) {
  const sum = createHash("sha256");
  for (const file of files) if (existsSync(file)) sum.update(`${nameOf(file)}\0`).update(readFileSync(file));
  return sum.digest("hex");
}
