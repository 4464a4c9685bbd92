import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const BEAT_MS = 2_000;
const SILENT_MS = 60_000;
const POLL_MS = 200;

/**
 * Runs `work` while no other process holds the lock folder. A lock is left behind by a crash, so it is taken over
 * when its process is gone, or when it has not been touched for a minute (another machine, a reused process id).
 */
export async function withLock(folder, work, { onWait = () => {}, silentMs = SILENT_MS } = {}) {
  let told = false;
  while (!tryLock(folder)) {
    const owner = staleOwner(folder, silentMs);
    if (owner !== null) {
      discard(folder, owner);
      continue;
    }
    if (!told) onWait();
    told = true;
    await sleep(POLL_MS);
  }
  const beat = setInterval(() => touch(folder), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder renamed into place holds its owner from the first moment, and does not replace one that is not empty. */
function tryLock(folder) {
  const mine = `${folder}.${process.pid}`;
  rmSync(mine, { recursive: true, force: true });
  mkdirSync(mine, { recursive: true });
  writeFileSync(`${mine}/owner`, `${hostname()} ${process.pid} ${Date.now()}`);
  try {
    renameSync(mine, folder);
    return true;
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) return false;
    throw error;
  }
}

function staleOwner(folder, silentMs) {
  try {
    const owner = readFileSync(`${folder}/owner`, "utf8");
    const [host, pid] = owner.split(" ");
    const isSilent = Date.now() - statSync(folder).mtimeMs > silentMs;
    return isSilent || (host === hostname() && !isAlive(Number(pid))) ? owner : null;
  } catch (error) {
    if (error.code === "ENOENT") return null; // released meanwhile: the next try decides
    throw error;
  }
}

function isAlive(pid) {
  if (pid === process.pid) return false; // we do not hold it, so the id was used before
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Moves the lock away before deleting it; gives it back when someone else took it over in between. */
function discard(folder, owner) {
  const away = `${folder}.stale.${process.pid}`;
  try {
    renameSync(folder, away);
    if (readFileSync(`${away}/owner`, "utf8") !== owner) return renameSync(away, folder);
    rmSync(away, { recursive: true, force: true });
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
  }
}

function touch(folder) {
  const now = new Date();
  utimesSync(folder, now, now);
}
