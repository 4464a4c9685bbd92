import { lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "../own-folders.ts";

/** Moves the regular files of `from` that are wanted to `folder/key`; of more than `most` such keys the oldest go. Only saves work: whatever fails, nothing is kept. */
export function parkFiles(
  from: string,
  isWanted: (name: string) => boolean,
  { folder, key, most }: { readonly folder: string; readonly key: string; readonly most: number },
): void {
  try {
    if (!lstatSync(from).isDirectory() || !makePrivateFolder(folder)) return;
    const names = readdirSync(from).filter((name) => isWanted(name) && lstatSync(join(from, name)).isFile());
    if (names.length === 0) return;
    const unnamed = mkdtempSync(join(folder, "new-"));
    for (const name of names) renameSync(join(from, name), join(unnamed, name));
    rmSync(join(folder, key), { recursive: true, force: true });
    renameSync(unnamed, join(folder, key));
    const byAge = readdirSync(folder)
      .map((name) => ({ name, time: lstatSync(join(folder, name)).mtimeMs }))
      .toSorted((a, b) => b.time - a.time);
    for (const { name } of byAge.slice(most)) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // On another file system, or full: they are made again.
  }
}

/** Moves them back; nobody else gets them. Nothing is put in the place of what is there. */
export function unparkFiles(to: string, { folder, key }: { readonly folder: string; readonly key: string }): void {
  const taken = join(folder, `${key}-taken`);
  try {
    renameSync(join(folder, key), taken);
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(taken))
      if (!lstatSync(join(to, name), { throwIfNoEntry: false })) renameSync(join(taken, name), join(to, name));
  } catch {
    // There are none.
  }
  rmSync(taken, { recursive: true, force: true });
}
