import { appendFileSync, chmodSync, closeSync, fsyncSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openRegularFile, readStart } from "./open-file.ts";
import { isLinked } from "./replace-file.ts";
import { syncFolder } from "./sync-folder.ts";
import { ifThere } from "./unless-missing.ts";

export interface Rewriting {
  readonly path: string;
  /** In the same folder. A crash may leave the file only there; the next call continues with it. */
  readonly moved: string;
  /** Null: nothing to change. Throws if the file cannot be changed, such as one that is only written in part. */
  readonly change: (bytes: Buffer) => Buffer | null;
}

/** How long a program that has the file open may take to write it. */
const quietMs = 60;
const pauseMs = 5;
/** For a file that cannot be changed as it is, and for all of it. */
const patienceMs = 500;
const mostMs = 30_000;

/**
 * Changes a file that other programs write at the same moment, in place or by renaming another onto it, and loses nothing of
 * theirs that they write at the pace of a person or an agent; one that is written without a pause is left alone, and that is
 * an error. For one process at a time. Durable when it resolves; rejects with what `change` throws, the file as it was.
 *
 *   1. Move the file away. A program that has it open still writes to it; others make a new one.
 *   2. Put a changed copy in its place, unless there is a new one: then that one counts.
 *   3. Watch the moved file. If it is written late, start again with it; what was added to the copy is added to it.
 */
export async function rewriteFile(rewriting: Rewriting): Promise<void> {
  const { path, moved, change } = rewriting;
  const spare = `${moved}.old`;
  const copy = `${moved}.new`;
  const startedMs = performance.now();
  let failed = { bytes: null as Buffer | null, sinceMs: startedMs };
  for (;;) {
    const source = bytesOf(moved);
    const named = bytesOf(path);
    if (source !== null && named !== null) {
      await settle(source);
      continue;
    }
    const next = changed(source ?? named, change);
    if (next instanceof Error) await waitOrThrow(source ?? named, next);
    else if (source === null && next === null) return;
    else if (source === null) moveIfThere(path, moved);
    else if (await isPlaced(source, next ?? source)) return;
    if (performance.now() - startedMs > mostMs) {
      await giveUp();
      throw new Error(`${path} is written all the time.`);
    }
  }

  /** The name has the latest whole file again, with what was appended. */
  async function giveUp(): Promise<void> {
    const named = bytesOf(path);
    if (named !== null && !(changed(named, change) instanceof Error)) return rmSync(moved, { force: true });
    await addToMoved();
    moveIfThere(moved, path);
  }

  /** A file may be written at this moment: throws only once it stays as it is. */
  async function waitOrThrow(bytes: Buffer | null, error: Error): Promise<void> {
    const isSame = bytes === null || failed.bytes === null ? bytes === failed.bytes : bytes.equals(failed.bytes);
    if (!isSame) failed = { bytes, sinceMs: performance.now() };
    if (performance.now() - failed.sinceMs > patienceMs) {
      if (bytesOf(path) === null) moveIfThere(moved, path);
      throw error;
    }
    await pause(pauseMs);
  }

  /** Two files: a crash came before the moved one was removed, or a program made a new one. The later counts. */
  async function settle(source: Buffer): Promise<void> {
    const lines = bytesOf(path);
    if (lines?.length === 0) return void (await pause(pauseMs)); // about to be written
    if (lines !== null && changed(lines, change) instanceof Error) {
      const whole = Buffer.concat([source, lines]);
      const next = changed(whole, change);
      return next instanceof Error ? addToMoved() : join(source, lines, next ?? whole);
    }
    const named = await quietBytes(path);
    if (named === null || changed(named, change) instanceof Error) return;
    const isMovedLater = modifiedAt(moved) > modifiedAt(path) && !(changed(source, change) instanceof Error);
    if (isMovedLater) moveIfThere(moved, path);
    else rmSync(moved, { force: true });
  }

  /** A program that appends has made a file of its lines alone. The name is free only for an instant: it may append all the time. */
  async function join(source: Buffer, lines: Buffer, next: Buffer): Promise<void> {
    rmSync(copy, { force: true });
    writeFileSync(copy, next, { flag: "wx", mode: statSync(moved).mode & 0o777 });
    moveIfThere(path, spare);
    const isNew = isLinked(copy, path);
    rmSync(copy, { force: true });
    const late = (await quietBytes(spare)) ?? lines;
    // It was not appended to but written whole, and counts as the later one.
    const isWhole = !startsWith(late, lines) || !(changed(late, change) instanceof Error);
    if (isWhole) {
      moveIfThere(spare, path);
      rmSync(moved, { force: true });
    } else if (!isNew) appendFileSync(moved, late);
    else {
      appendFileSync(path, late.subarray(lines.length));
      const lateSource = (await quietBytes(moved)) ?? source;
      appendFileSync(path, startsWith(lateSource, source) ? lateSource.subarray(source.length) : "");
      syncFile(path);
      rmSync(moved, { force: true });
    }
    rmSync(spare, { force: true });
    syncFolder(dirname(path));
  }

  async function addToMoved(): Promise<void> {
    moveIfThere(path, spare);
    appendFileSync(moved, (await quietBytes(spare)) ?? "");
    rmSync(spare, { force: true });
  }

  async function isPlaced(source: Buffer, next: Buffer): Promise<boolean> {
    rmSync(copy, { force: true });
    writeFileSync(copy, next, { flag: "wx" }); // never through a link that somebody put there
    chmodSync(copy, statSync(moved).mode & 0o777);
    const isNew = isLinked(copy, path);
    rmSync(copy, { force: true });
    if (!isNew) return false;
    syncFile(path);
    const late = await quietBytes(moved);
    if (late?.equals(source)) {
      rmSync(moved, { force: true });
      syncFolder(dirname(path));
      return true;
    }
    // What was added to the copy meanwhile is added to the file that was written late.
    moveIfThere(path, spare);
    const ours = (await quietBytes(spare)) ?? next;
    if (ours.equals(next)) rmSync(spare, { force: true });
    else if (startsWith(ours, next) && late && startsWith(late, source)) {
      appendFileSync(moved, ours.subarray(next.length));
      rmSync(spare, { force: true });
    } else moveIfThere(spare, path);
    return false;
  }
}

function changed(bytes: Buffer | null, change: Rewriting["change"]): Buffer | null | Error {
  try {
    return change(bytes ?? Buffer.alloc(0));
  } catch (error) {
    return error as Error;
  }
}

/** Once nobody has written it for a while; of a file that is written all the time, as it is then. */
async function quietBytes(path: string): Promise<Buffer | null> {
  let bytes = bytesOf(path);
  const startedMs = performance.now();
  const isPatient = () => performance.now() - startedMs < patienceMs;
  for (let sinceMs = startedMs; isPatient() && performance.now() - sinceMs < quietMs; ) {
    await pause(pauseMs);
    const now = bytesOf(path);
    if (now === null || bytes === null ? now !== bytes : !now.equals(bytes)) sinceMs = performance.now();
    bytes = now;
  }
  return bytes;
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

function bytesOf(path: string): Buffer | null {
  return ifThere(() => readStart(path, Number.MAX_SAFE_INTEGER));
}

function modifiedAt(path: string): bigint {
  return ifThere(() => statSync(path, { bigint: true }).mtimeNs) ?? 0n;
}

function moveIfThere(from: string, to: string): void {
  ifThere(() => renameSync(from, to));
}

function syncFile(path: string): void {
  ifThere(() => {
    const file = openRegularFile(path);
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}
