/**
 * `npm run pack`: the program and the libraries as npm packages, in `dist/packages`, with the licence of each package
 * in it. `REPRISE_REPOSITORY` is the address they name as their home.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCli, buildLibraries } from "./build.mjs";
import { stagePackages } from "./published.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packed = join(root, "dist/packages");

rmSync(packed, { recursive: true, force: true });
mkdirSync(packed, { recursive: true });
await buildCli({ clean: true });
await buildLibraries();
const folders = stagePackages(root, join(root, "dist/staged"));
const { status } = spawnSync("npm", ["pack", ...folders, "--pack-destination", packed], {
  stdio: "inherit",
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;
