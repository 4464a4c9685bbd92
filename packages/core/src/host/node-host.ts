import type { Timestamp } from "@reprise/model";
import { nodeFiles } from "./files/node-files.ts";
import type { Host } from "./host.ts";
import { homeFolderOf } from "./own-folders.ts";
import { linuxProcesses } from "./processes/linux-processes.ts";
import { pidOnlyProcesses } from "./processes/pid-only-processes.ts";
import type { Processes } from "./processes/processes.ts";
import { psProcesses } from "./processes/ps-processes.ts";

export function nodeHost(env: Readonly<Record<string, string | undefined>> = process.env): Host {
  return {
    env,
    homeFolder: homeFolderOf(env),
    platform: process.platform,
    pid: process.pid,
    files: nodeFiles,
    processes: processesHere(),
    now: clock(),
    ticks,
  };
}

function processesHere(): Processes {
  if (process.platform === "linux") return linuxProcesses;
  return process.platform === "win32" ? pidOnlyProcesses : psProcesses;
}

/** Not `performance`, which costs loading time. */
function ticks(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** Caches the text within a millisecond. */
function clock(): () => Timestamp {
  let atMs = 0;
  let text = "";
  return () => {
    const nowMs = Date.now();
    if (nowMs !== atMs) text = new Date(nowMs).toISOString();
    atMs = nowMs;
    return text as Timestamp;
  };
}
