import { readdirSync, readFileSync, readlinkSync, type Stats, statSync } from "node:fs";
import { uptime } from "node:os";
import { orNull } from "../files/unless-missing.ts";
import type { Processes, RunningProcess } from "./processes.ts";
import { programName } from "./program-name.ts";

/** From `/proc`, on Linux. */
export const linuxProcesses: Processes = {
  lockHolders(paths) {
    const locks = Map.groupBy(writeLocks(), ({ inode }) => inode);
    if (locks.size === 0) return new Map();
    return new Map(
      paths.flatMap((path) => {
        const file = orNull(() => statSync(path));
        const lock = file && locks.get(file.ino)?.find((one) => isOn(one, file));
        return lock ? [[path, lock.pid]] : [];
      }),
    );
  },
  isAlive(pid, startTicks) {
    const start = startOf(pid);
    return start !== null && (startTicks === null || start === startTicks) && !isBeingKilled(pid);
  },
  isEnding(pid) {
    const stat = statOf(pid);
    return stat !== null && !stat.isGone && (stat.isEnding || isBeingKilled(pid));
  },
  startOf,
  bootId: () => read("/proc/sys/kernel/random/boot_id")?.trim() ?? null,
  describe(pid) {
    const program = programName(commandOf(pid)) ?? (read(`/proc/${pid}/comm`)?.trim() || "unknown");
    return { pid, program, terminal: terminalOf(pid) };
  },
  running: () => living().flatMap(processOf),
  marked(variable) {
    const start = `${variable}=`;
    const marked = living().flatMap((pid) => {
      const mark = read(`/proc/${pid}/environ`)
        ?.split("\0")
        .find((row) => row.startsWith(start));
      return mark === undefined ? [] : processOf(pid).map((one) => ({ ...one, mark: mark.slice(start.length) }));
    });
    return Map.groupBy(marked, ({ mark }) => mark);
  },
};

interface Lock {
  readonly pid: number;
  /** Major and minor number, in hex. */
  readonly device: string;
  readonly inode: number;
}

function writeLocks(): Lock[] {
  return (read("/proc/locks")?.split("\n") ?? []).flatMap((row) => {
    // 1: FLOCK  ADVISORY  WRITE 3042 fe:00:524301 0 EOF
    const [, pid, device, inode] =
      /^\d+: (?:FLOCK|OFDLCK|POSIX)\s+ADVISORY\s+WRITE\s+(\d+)\s+([0-9a-f]+:[0-9a-f]+):(\d+)\s/.exec(row) ?? [];
    return device === undefined ? [] : [{ pid: Number(pid), device, inode: Number(inode) }];
  });
}

/** Inodes repeat across file systems; Btrfs and overlays report another device here than `stat`. */
function isOn({ pid, device }: Lock, { dev, ino }: Stats): boolean {
  const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
  const names = [major, minor].map((number) => number.toString(16).padStart(2, "0"));
  return device === names.join(":") || openFilesOf(pid).some((open) => open.dev === dev && open.ino === ino);
}

function openFilesOf(pid: number): Stats[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(
      (name) => statSync(`/proc/${pid}/fd/${name}`, { throwIfNoEntry: false }) ?? [],
    );
  } catch {
    return [];
  }
}

function living(): number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function startOf(pid: number): string | null {
  const stat = statOf(pid);
  return stat === null || stat.isGone || stat.isEnding ? null : stat.start;
}

interface Stat {
  readonly start: string | null;
  /** Only its exit code is left, which nobody has collected. */
  readonly isGone: boolean;
  readonly isEnding: boolean;
}

function statOf(pid: number): Stat | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The program name is in brackets and may contain blanks: count fields after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [flags, threadCount, pending] = [fields[6], fields[17], fields[28]].map(Number);
  const isZombie = fields[0] === "Z" || fields[0] === "X";
  // The first thread may be gone before the others, which still have its files open.
  const isGone = isZombie && (threadCount ?? 0) <= 1;
  const isKilled = ((flags ?? 0) & endingFlags) !== 0 || ((pending ?? 0) & killPending) !== 0;
  return { start: fields[19] ?? null, isGone, isEnding: !isGone && (isZombie || isKilled) };
}

/** Between taking the signal and being marked by it a process can wait for a core; it is still pending for the whole process then. */
function isBeingKilled(pid: number): boolean {
  const shared = /^ShdPnd:\s*([0-9a-f]+)$/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return shared !== undefined && (Number.parseInt(shared.slice(-8), 16) & killPending) !== 0;
}

/** PF_EXITING and PF_SIGNALED of the kernel. */
const endingFlags = 0x4 | 0x400;
/** SIGKILL, in the mask of signals that are not delivered yet. */
const killPending = 1 << 8;

/** `pts/1`. The device is a number: major 136 to 143 are the pseudo-terminals, 4 the consoles. */
function terminalOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  const device = Number(stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[4] ?? 0);
  const [major, minor] = [(device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00)];
  if (major >= 136 && major <= 143) return `pts/${minor + (major - 136) * 256}`;
  return major === 4 && minor < 64 ? `tty${minor}` : null;
}

/** Empty for an ended or kernel process. */
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

/** A process may end between two reads: null. */
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
