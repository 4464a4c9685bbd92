import { dirname, isAbsolute, join } from "node:path";
import { type DatabaseCopy, openDatabaseCopy } from "../../../host/database/database-copy.ts";
import type { Host } from "../../../host/host.ts";
import { cacheFolderOf } from "../../../host/own-folders.ts";

/** The data folder, and that of a named database. */
export function opencodeHomes(host: Host): string[] {
  const usual = usualHome(host);
  const named = namedDatabase(host);
  return named === null ? [usual] : [usual, dirname(named)];
}

/** Other release channels have their own database. */
export function databasesIn(home: string, host: Host): string[] {
  const found = (host.files.list(home) ?? [])
    .filter(({ name }) => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
    .map(({ name }) => join(home, name));
  const named = namedDatabase(host);
  const isHere = named !== null && host.files.real(dirname(named)) === home && host.files.stamp(named) !== null;
  const path = isHere ? join(home, named.slice(dirname(named).length + 1)) : null;
  return [...new Set([...found, ...(path === null ? [] : [path])])].toSorted();
}

export function openDatabase(path: string, host: Host): DatabaseCopy | null {
  return openDatabaseCopy(path, { folder: cacheFolder(host) });
}

/** Copies of its stores, and import files. */
export function cacheFolder(host: Host): string {
  return join(cacheFolderOf(host), "opencode");
}

function usualHome(host: Host): string {
  return join(host.env.XDG_DATA_HOME || join(host.homeFolder, ".local", "share"), "opencode");
}

function namedDatabase(host: Host): string | null {
  const named = host.env.OPENCODE_DB;
  if (!named || named === ":memory:") return null;
  return isAbsolute(named) ? named : join(usualHome(host), named);
}
