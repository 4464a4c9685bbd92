import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "./sync-folder.ts";

/**
 * Opens a folder below a root by one name after another, following no symbolic link, and hands out a path for it that
 * stays this very folder: a link that somebody puts in its way later has no effect. `makes` makes the folders that are
 * missing. Throws when a name is a link or no folder, or when the folder is not where it should be.
 *
 * Where the system has no `/proc`, the path is the folder's own, checked right before: then a moment remains.
 */
export function insideFolder<Value>(
  root: string,
  names: readonly string[],
  { makes }: { readonly makes: boolean },
  use: (folder: string) => Value,
): Value {
  return existsSync("/proc/self/fd") ? byHandle(root, names, makes, use) : byName(root, names, makes, use);
}

const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

function byHandle<Value>(
  root: string,
  names: readonly string[],
  makes: boolean,
  use: (folder: string) => Value,
): Value {
  const place = join(root, ...names);
  let handle = openSync(root, flags);
  const path = () => `/proc/self/fd/${handle}`;
  try {
    for (const name of names) {
      if (makes) makeFolder(path(), name);
      const next = openSync(join(path(), name), flags);
      closeSync(handle);
      handle = next;
    }
    checkPlace(readlinkSync(path()), place);
    return use(path());
  } catch (error) {
    throw renamed(error, place);
  } finally {
    closeSync(handle);
  }
}

function byName<Value>(root: string, names: readonly string[], makes: boolean, use: (folder: string) => Value): Value {
  let folder = root;
  for (const name of names) {
    if (makes) makeFolder(folder, name);
    folder = join(folder, name);
    if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`);
  }
  checkPlace(realpathSync(folder), folder);
  return use(folder);
}

function makeFolder(folder: string, name: string): void {
  try {
    mkdirSync(join(folder, name));
    syncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function checkPlace(is: string, place: string): void {
  if (is !== place) throw new Error(`${place} was moved or replaced by a link.`);
}

/** Reports the folder by its name. */
function renamed(error: unknown, place: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  const message =
    code === "ELOOP" || code === "ENOTDIR"
      ? `A part of ${place} is a symbolic link or no folder.`
      : error.message.replaceAll(/\/proc\/self\/fd\/\d+/g, place);
  return Object.assign(new Error(message, { cause: error }), { code });
}
