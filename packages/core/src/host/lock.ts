import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Owner } from "@reprise/model";
import { sqlite } from "./database.ts";

export type Lock =
  | { readonly isHeld: true; readonly release: () => void }
  | { readonly isHeld: false; readonly owner: Owner | null };

/**
 * Takes the lock or says who has it; never waits. It is the operating system's: it ends with the process, however that ends.
 * A lock file that lies about means nothing.
 */
export function takeLock(path: string, owner: Owner): Lock {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const ownerPath = `${path}.owner`;
  const store = openExclusively(path);
  if (!store) return { isHeld: false, owner: readOwner(ownerPath) };
  writeFileSync(ownerPath, JSON.stringify(owner), { mode: 0o600 });
  const release = () => {
    rmSync(ownerPath, { force: true });
    store.close();
  };
  return { isHeld: true, release };
}

function openExclusively(path: string): DatabaseSync | null {
  const store = new (sqlite().DatabaseSync)(path);
  try {
    store.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    chmodSync(path, 0o600);
    return store;
  } catch (error) {
    store.close();
    // 5 is SQLITE_BUSY: somebody else has it.
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === 5) return null;
    throw error;
  }
}

/** What the holder said of itself. It may be just about to say so. */
function readOwner(path: string): Owner | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Owner;
  } catch {
    return null;
  }
}
