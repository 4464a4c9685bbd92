import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { type Owner, parseJson } from "@reprise/model";
import { openExclusively } from "../database/sqlite.ts";
import { readStart } from "./open-file.ts";
import { replaceFile } from "./replace-file.ts";

export type Lock =
  | { readonly isHeld: true; readonly release: () => void }
  | { readonly isHeld: false; readonly owner: Owner | null };

/** Never waits. The lock is the operating system's and ends with the process; a leftover file means nothing. Throws if the file cannot be created. */
export function takeLock(path: string, owner: Owner): Lock {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const ownerPath = `${path}.owner`;
  const store = openExclusively(path, 0);
  if (!store) return { isHeld: false, owner: ownerSoon(ownerPath) };
  unlessRefused(() => replaceFile(ownerPath, JSON.stringify(owner), { isDurable: false }));
  const release = () => {
    unlessRefused(() => rmSync(ownerPath, { force: true }));
    store.close();
  };
  return { isHeld: true, release };
}

/** The lock works without the owner's name, which a full disk may refuse. */
function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

const patienceMs = 500;
const pauseMs = 10;
const mostOwnerBytes = 64 * 1024;

/** The holder writes its name right after locking; until then a dead one's may be there. */
function ownerSoon(path: string): Owner | null {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
    const owner = readOwner(path);
    if (owner && isThere(owner.pid)) return owner;
    Atomics.wait(pause, 0, 0, pauseMs);
  }
  return null;
}

function readOwner(path: string): Owner | null {
  try {
    return parseJson(readStart(path, mostOwnerBytes).toString("utf8")) as Owner;
  } catch {
    return null;
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
