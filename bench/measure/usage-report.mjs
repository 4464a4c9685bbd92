// Loaded into a measured process that is not being timed (node --import): when it ends, it tells what it used.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { REPRISE_BENCH_REPORT: report, REPRISE_BENCH_WATCHED: watched = "" } = process.env;
const { openSync, readSync, writeFileSync, readFileSync } = fs;
const watchedFiles = new Set();
let bytesRead = 0;

fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  if (String(path).startsWith(watched)) watchedFiles.add(file);
  else watchedFiles.delete(file);
  return file;
};
fs.readSync = (file, ...rest) => {
  const count = readSync(file, ...rest);
  if (watchedFiles.has(file)) bytesRead += count;
  return count;
};
syncBuiltinESMExports();

process.on("exit", () => {
  if (report) writeFileSync(report, JSON.stringify({ peakBytes: peakBytes(), bytesRead }));
});

/** Of this program alone: what `resourceUsage` tells also counts the process that started it. */
function peakBytes() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
}
