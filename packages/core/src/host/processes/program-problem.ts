import { existsSync, readdirSync, statSync } from "node:fs";
import { readStart } from "../files/open-file.ts";

/** The machine in an ELF header, by Node's names. */
const machines: Readonly<Record<string, number>> = {
  x64: 62,
  arm64: 183,
  arm: 40,
  ia32: 3,
  riscv64: 243,
  s390x: 22,
};

/**
 * Why the system would not run a file, in words; null when nothing speaks against it. To be asked before: the C library
 * gives a program that the system refuses to a shell, which then complains about its bytes, and a script whose
 * interpreter is missing counts as missing itself.
 */
export function programProblem(path: string): string | null {
  if (process.platform === "win32") return null;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  if ((found.mode & 0o111) === 0) return "it is not executable (see `chmod +x`)";
  const start = startOf(path);
  if (start === null || start.length === 0) return start === null ? null : "it is empty";
  if (start.toString("latin1", 0, 2) === "#!") return interpreterProblem(start);
  if (start.readUInt8(0) === 0x7f && start.toString("latin1", 1, 4) === "ELF") return elfProblem(start);
  // A script without `#!` runs in a shell; other bytes do not run.
  return process.platform === "linux" && start.includes(0) ? "it is not a program for this system" : null;
}

function startOf(path: string): Buffer | null {
  try {
    return readStart(path, 256);
  } catch {
    return null; // it may be run without being readable
  }
}

function interpreterProblem(start: Buffer): string | null {
  const [interpreter] = start
    .toString("utf8", 2)
    .trimStart()
    .split(/[\s\n]/, 1);
  return interpreter?.startsWith("/") && !existsSync(interpreter)
    ? `its interpreter ${interpreter} does not exist`
    : null;
}

function elfProblem(start: Buffer): string | null {
  if (process.platform !== "linux") return "it is a program for Linux";
  if (start.length < 52) return "the file is damaged: it ends in its header";
  const machine = start.readUInt8(5) === 2 ? start.readUInt16BE(18) : start.readUInt16LE(18);
  const wanted = machines[process.arch];
  const isOther = wanted !== undefined && machine !== wanted && !(process.arch === "x64" && machine === machines.ia32);
  return isOther && !hasEmulators() ? `it is a program for another kind of processor than ${process.arch}` : null;
}

/** binfmt_misc may run foreign formats. */
function hasEmulators(): boolean {
  try {
    return readdirSync("/proc/sys/fs/binfmt_misc").some((name) => name !== "register" && name !== "status");
  } catch {
    return false;
  }
}
