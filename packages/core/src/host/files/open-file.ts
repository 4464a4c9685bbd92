import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type StatsBase, statSync } from "node:fs";
import { SessionError } from "@reprise/model";

/** Windows never blocks on open. */
const withoutWaiting = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Never waits. Throws `SessionError("unreadable")` with the kind of anything else. Checked before opening, since devices have side effects, and after, since the path may change. */
export function openRegularFile(path: string, flags: number = constants.O_RDONLY, mode = 0o600): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) checkRegular(path, found);
  else if ((flags & constants.O_CREAT) === 0) checkMissing(path);
  const file = openSync(path, flags | withoutWaiting, mode);
  try {
    checkRegular(path, fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Like `openRegularFile`, but throws the system's error. */
export function readStart(path: string, maxBytes: number): Buffer {
  const file = openRegularFile(path);
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, maxBytes));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

/** Throws if a link or an invalid name is the cause. */
export function checkMissing(path: string): void {
  if (hasLostName(path)) throw new SessionError("unreadable", `${path} has a name that is not UTF-8.`);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw notRegular(path, "a link to a file that does not exist");
}

/** A listed name with this character is not UTF-8 and cannot be opened. */
export function hasLostName(name: string): boolean {
  return name.includes("\ufffd");
}

/** Throws `SessionError("unreadable")` with the kind of anything else. */
export function checkRegular(path: string, found: StatsBase<unknown>): void {
  const kind = irregularKind(found);
  if (kind !== null) throw notRegular(path, kind);
}

/** Null for a regular file and if nothing is there. */
export function irregularAt(path: string): string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? irregularKind(found) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return "a link that leads back to itself";
    throw error;
  }
}

/** Null for a regular file. */
function irregularKind(found: StatsBase<unknown>): string | null {
  if (found.isFile()) return null;
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a named pipe";
  if (found.isSocket()) return "a socket";
  return "a device";
}

function notRegular(path: string, kind: string): SessionError {
  return new SessionError("unreadable", `${path} is ${kind}, not a regular file.`);
}
