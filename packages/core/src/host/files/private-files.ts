import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Readable by its owner only; replaces what is there. */
export function writePrivateFile(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  writeFileSync(path, bytes, { mode: 0o600, flag: "wx" });
}

/** With everything in it. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Removes all but the newest files of a folder. */
export function keepLatest(folder: string, most: number): void {
  const names = readdirSync(folder);
  if (names.length <= most) return;
  const byAge = names
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { path } of byAge.slice(most)) rmSync(path, { force: true });
}
