import { homedir } from "node:os";
import { performance } from "node:perf_hooks";
import type { Timestamp } from "@reprise/model";
import type { Host } from "./host.ts";
import { nodeFiles } from "./node-files.ts";
import { linuxProcesses, plainProcesses } from "./node-processes.ts";

export function nodeHost(env: Readonly<Record<string, string | undefined>> = process.env): Host {
  return {
    env,
    homeFolder: env.HOME || homedir(),
    platform: process.platform,
    pid: process.pid,
    files: nodeFiles,
    processes: process.platform === "linux" ? linuxProcesses : plainProcesses,
    now: clock(),
    ticks: () => performance.now(),
  };
}

/** Whoever asks twice in a millisecond is told the same text. */
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
