import { closeSync, constants, ftruncateSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Owner, parseJson } from "@reprise/model";
import { isDamage, openExclusively } from "../database/sqlite.ts";
import type { Host } from "../host.ts";
import type { Processes } from "../processes/processes.ts";
import { openRegularFile, readStart } from "./open-file.ts";
import { replaceFile } from "./replace-file.ts";

export type Lock =
  | { readonly isHeld: true; readonly release: () => void }
  | { readonly isHeld: false; readonly owner: Owner | null };

/**
 * The lock is the operating system's and ends with the process; a leftover file, or what is in it, means nothing. Never waits for a living
 * holder; for a killed one, until it is gone. Throws if the file cannot be created.
 */
export function takeLock(path: string, owner: Owner, processes: Pick<Processes, "isAlive">): Lock {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const ownerPath = `${path}.owner`;
  const store = openSoon(path, ownerPath, processes);
  if ("holder" in store) return { isHeld: false, owner: store.holder };
  unlessRefused(() => replaceFile(ownerPath, JSON.stringify(owner), { isDurable: false }));
  const release = () => {
    unlessRefused(() => rmSync(ownerPath, { force: true }));
    store.close();
  };
  return { isHeld: true, release };
}

/** The same, tried again and again: a lock that is not held was held by another all the time. */
export async function awaitLock(
  path: string,
  owner: Owner,
  { mostMs, host }: { readonly mostMs: number; readonly host: Pick<Host, "processes" | "ticks"> },
): Promise<Lock> {
  for (const startedMs = host.ticks(); ; await sleep(pauseMs)) {
    const lock = takeLock(path, owner, host.processes);
    if (lock.isHeld || host.ticks() - startedMs > mostMs) return lock;
  }
}

/** Who has a lock, as far as it says: its name is there before anything is done under the lock, and goes after that. */
export function lockOwner(path: string): Owner | null {
  return readOwner(`${path}.owner`);
}

/** The lock works without the owner's name, which a full disk may refuse. */
function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

const patienceMs = 1000;
const pauseMs = 10;
const mostOwnerBytes = 64 * 1024;

/** A holder writes its name right after locking, and a killed one keeps the lock until it is gone: until then a dead one's name may be there. */
function openSoon(path: string, ownerPath: string, processes: Pick<Processes, "isAlive">) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const store = openLockFile(path);
    if (store !== null && store !== "damaged") return store;
    const holder = readOwner(ownerPath);
    if (holder && processes.isAlive(holder.pid, null)) return { holder };
    // A lock file is empty. Emptied in place, it is still the one that others may lock.
    if (store === "damaged") empty(path);
    if (waitedMs >= patienceMs) return { holder: null };
    Atomics.wait(pause, 0, 0, pauseMs);
  }
}

/** Not through a link, which a cloned repository may contain: what it leads to is no lock. */
function empty(path: string): void {
  const file = openRegularFile(path, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    ftruncateSync(file);
  } finally {
    closeSync(file);
  }
}

function openLockFile(path: string) {
  try {
    return openExclusively(path, 0);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return "damaged";
  }
}

function readOwner(path: string): Owner | null {
  try {
    return parseJson(readStart(path, mostOwnerBytes).toString("utf8")) as Owner;
  } catch {
    return null;
  }
}
