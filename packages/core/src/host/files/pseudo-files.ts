import { statfsSync } from "node:fs";

/** By `statfs(2)`: proc, sysfs, cgroup, cgroup2, debugfs, tracefs, securityfs, devpts, configfs, bpf, pstore, efivarfs. */
const kernelTypes = new Set([
  ...[0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x64626720, 0x74726163, 0x73636673],
  ...[0x1cd1, 0x62656570, 0xcafe4a11, 0x6165676c, 0xde5e81e4],
]);

/** Virtual files: reading some never ends, and none is a session. */
export function hasPseudoFiles(folder: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return kernelTypes.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
