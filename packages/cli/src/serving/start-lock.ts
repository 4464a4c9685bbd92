import { setTimeout as passed } from "node:timers/promises";
import type { PageServers } from "@reprise/core/workbench";

const PATIENCE_MS = 10_000;
const STEP_MS = 50;

/** Waits for others that start a server. Returns its release, which may be called more than once. */
export async function startLock(servers: PageServers): Promise<() => void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += STEP_MS) {
    const lock = lockOn(servers);
    if (lock !== null) return once(lock.release);
    await passed(STEP_MS);
  }
  return () => undefined;
}

/** Without a lock, two may start at once: then there are two servers, which is better than none. */
function lockOn(servers: PageServers): ReturnType<PageServers["lock"]> {
  try {
    return servers.lock();
  } catch {
    return { release: () => undefined };
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
