import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { uptime } from "node:os";
import type { Processes, RunningProcess } from "./processes.ts";
import { programName } from "./program-name.ts";

/** From `/proc`, on Linux. */
export const linuxProcesses: Processes = {
  lockHolders(paths) {
    const pids = new Map<number, number>();
    for (const row of read("/proc/locks")?.split("\n") ?? []) {
      // 1: FLOCK  ADVISORY  WRITE 3042 fe:00:524301 0 EOF
      const found =
        /^\d+: (?:FLOCK|OFDLCK|POSIX)\s+ADVISORY\s+WRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/.exec(row);
      if (found) pids.set(Number(found[2]), Number(found[1]));
    }
    if (pids.size === 0) return new Map();
    return new Map(
      paths.flatMap((path) => {
        const pid = pids.get(statSync(path, { throwIfNoEntry: false })?.ino ?? -1);
        return pid === undefined ? [] : [[path, pid]];
      }),
    );
  },
  isAlive(pid, startTicks) {
    const start = startOf(pid);
    return start !== null && (startTicks === null || start === startTicks);
  },
  startOf,
  bootId: () => read("/proc/sys/kernel/random/boot_id")?.trim() ?? null,
  describe(pid) {
    return { pid, program: programName(commandOf(pid)) ?? (read(`/proc/${pid}/comm`)?.trim() || "unknown") };
  },
  interrupt: (pid) => void process.kill(pid, "SIGINT"),
  running: () => living().flatMap(processOf),
  marked(variable) {
    const start = `${variable}=`;
    const marked = living().flatMap((pid) => {
      const mark = read(`/proc/${pid}/environ`)
        ?.split("\0")
        .find((row) => row.startsWith(start));
      return mark === undefined
        ? []
        : processOf(pid).map((one) => ({ ...one, mark: mark.slice(start.length) }));
    });
    return Map.groupBy(marked, ({ mark }) => mark);
  },
};

function living(): number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The program's name is in brackets and may hold blanks; the fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return null;
  return fields[19] ?? null;
}

/** Empty for one that has ended, or is the kernel's own. */
function commandOf(pid: number): readonly string[] {
  const words = read(`/proc/${pid}/cmdline`)?.split("\0") ?? [];
  return words.filter((word) => word !== "");
}

function processOf(pid: number): RunningProcess[] {
  const start = startOf(pid);
  const command = commandOf(pid);
  if (start === null || command.length === 0) return [];
  const ticksPerSecond = 100;
  const bootedAtMs = Date.now() - uptime() * 1000;
  return [
    {
      pid,
      command,
      cwd: link(`/proc/${pid}/cwd`),
      startedAtMs: bootedAtMs + (Number(start) / ticksPerSecond) * 1000,
    },
  ];
}

/** A process may end between two looks: what is gone reads as null. */
function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function link(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
