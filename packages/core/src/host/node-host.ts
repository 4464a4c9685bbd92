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
    now: () => new Date().toISOString() as Timestamp,
    ticks: () => performance.now(),
  };
}
