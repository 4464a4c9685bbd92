import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

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
