import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const KEEP_OLD_MS = 24 * 3600 * 1000;

/** Whoever reads it meanwhile gets the old one or the new one, whole. */
export function replaceFile(path, content, mode = 0o644) {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content, { mode });
  renameSync(temporary, path);
}

/** Everything in `folder` but `current`: files of an older build go after a day, as a program that runs may load them, or at once with `clean`. */
export function removeOthers(folder, current, { clean, isOfBuild = () => true }) {
  for (const name of readdirSync(folder)) {
    if (current.has(name)) continue;
    const path = join(folder, name);
    const isOld = isOfBuild(name) && Date.now() - statSync(path).mtimeMs > KEEP_OLD_MS;
    if (clean || isOld) rmSync(path, { recursive: true, force: true });
  }
}
