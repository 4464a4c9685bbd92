import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { SessionError } from "@reprise/model";
import type { Files } from "../../host/files.ts";

/** Where a recorded path lies now; symbolic links resolved, so that one file has one place. */
export type Place =
  | { readonly isInside: true; readonly path: string; readonly name: string }
  | { readonly isInside: false; readonly reason: string };

/** `name` is below the root, with slashes. What is not inside must never be touched. */
export function placeOf(recorded: string, root: string, files: Files): Place {
  try {
    return placed(resolve(root, recorded), files.real(root), files);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { isInside: false, reason: error.message };
  }
}

function placed(wanted: string, root: string, files: Files): Place {
  const missing: string[] = [];
  let there = wanted;
  while (files.stamp(there) === null && dirname(there) !== there) {
    missing.unshift(basename(there));
    there = dirname(there);
  }
  const folder = files.real(there);
  const path = join(folder, ...missing);
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
    return { isInside: false, reason: `It lies outside ${root}, at ${path}.` };
  const name = relative(root, path).split(sep).join("/");
  if (name.split("/").some((part) => part.toLowerCase() === ".git"))
    return { isInside: false, reason: "It belongs to git itself." };
  const [first] = missing;
  if (first === undefined)
    return kindAt(path, files) === "file" ? { isInside: true, path, name } : notPlain(path);
  if (kindAt(there, files) === "file") return notPlain(there);
  // A link to nothing: what is written there would come out somewhere else, or replace the link.
  return kindAt(join(folder, first), files) === null
    ? { isInside: true, path, name }
    : notPlain(join(folder, first));
}

function notPlain(path: string): Place {
  return { isInside: false, reason: `${path} is not a plain file now.` };
}

function kindAt(path: string, files: Files): "file" | "folder" | "other" | null {
  const name = basename(path);
  return files.list(dirname(path))?.find((entry) => entry.name === name)?.kind ?? null;
}
