import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeOthers, replaceFile } from "./built-files.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const web = join(root, "packages/web");
const built = join(web, "dist/app");
const stamp = join(root, ".reprise-setup/built-page");
/** The files that the page was made from. */
const modules = join(web, "dist/modules.json");

/** What the page is made from, besides its own sources. */
export const pageParts = [join(web, "vite.config.ts"), join(root, "scripts/build-page.mjs")];

/**
 * Builds the page of `reprise open` if `hash`, that of its sources, is another one, and puts it into `folder`. Files are
 * replaced whole, index.html last, and old assets stay for a day unless `clean`: a page that is open finds its own. Returns
 * the files that it was made from.
 */
export async function buildPage(folder, hash, { clean }) {
  const isBuilt = [join(built, "index.html"), modules, stamp].every((path) => existsSync(path));
  if (!isBuilt || readFileSync(stamp, "utf8") !== hash) {
    const { build } = await import("vite");
    const made = await build({ configFile: join(web, "vite.config.ts"), mode: "production", logLevel: "warn" });
    const files = [made].flat().flatMap(({ output }) => output.flatMap(({ moduleIds = [] }) => moduleIds));
    writeFileSync(modules, JSON.stringify(files));
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  }
  const assets = join(folder, "assets");
  mkdirSync(assets, { recursive: true });
  const names = readdirSync(join(built, "assets"));
  for (const name of names) replaceFile(join(assets, name), readFileSync(join(built, "assets", name)));
  replaceFile(join(folder, "index.html"), readFileSync(join(built, "index.html")));
  removeOthers(assets, new Set(names), { clean });
  return JSON.parse(readFileSync(modules, "utf8"));
}

export function hashOf(files, nameOf) {
  const sum = createHash("sha256");
  for (const file of files) if (existsSync(file)) sum.update(`${nameOf(file)}\0`).update(readFileSync(file));
  return sum.digest("hex");
}
