/** `npm run pack`: the program and the libraries as npm packages, in `dist/packages`. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildLibraries, libraries } from "./build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packed = join(root, "dist/packages");

rmSync(packed, { recursive: true, force: true });
mkdirSync(packed, { recursive: true });
await buildLibraries();
// npm builds the program when it packs it.
const folders = [...libraries.map((name) => join("packages", name, "dist")), "packages/cli"];
for (const folder of folders) {
  const { status } = spawnSync("npm", ["pack", "--pack-destination", packed], {
    cwd: join(root, folder),
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
