import { existsSync } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SessionError } from "@reprise/model";
import { type Output, openOutput } from "../output.ts";
import { alreadyThere } from "./check-target.ts";
import { isStream, writeStream } from "./write-stream.ts";

/**
 * When it resolves, the file is complete and would survive a power cut; when it rejects, nothing is left that was not there
 * before. Only its owner may read it: transcripts contain secrets. Pipes and terminals are written directly.
 */
export async function writeWhole(
  path: string,
  { isForced, signal }: { readonly isForced: boolean; readonly signal: AbortSignal },
  write: (out: Output) => Promise<void>,
): Promise<number> {
  if (isStream(path)) return writeStream(path, signal, write);
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${Date.now().toString(36)}.tmp`);
  try {
    await writeSynced(temporary, signal, write);
    const { size } = await stat(temporary);
    if (isForced || !(await linkNew(temporary, path))) await rename(temporary, path);
    await syncFolder(dirname(path));
    return size;
  } catch (error) {
    const refusal = machineError(error);
    throw refusal === null ? error : notSaved(path, refusal);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeSynced(path: string, signal: AbortSignal, write: (out: Output) => Promise<void>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    const out = openOutput(() => file.createWriteStream({ autoClose: false, highWaterMark: 256 * 1024 }));
    await write({
      async write(text) {
        signal.throwIfAborted();
        await out.write(text);
      },
      flush: () => out.flush(),
    });
    await out.flush();
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A link, unlike a rename, fails when the file has been created meanwhile. False where links are unsupported. */
async function linkNew(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch {
    if (existsSync(path)) throw alreadyThere(path);
    return false;
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return; // folders cannot be opened there
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

/** The system error, from us or the stream; null for any other error. */
function machineError(error: unknown): NodeJS.ErrnoException | null {
  const found = error instanceof SessionError && error.code === "not-saved" ? error.cause : error;
  return typeof (found as NodeJS.ErrnoException).syscall === "string" ? (found as NodeJS.ErrnoException) : null;
}

function notSaved(path: string, cause: NodeJS.ErrnoException): SessionError {
  const message = `${path} could not be written (${cause.code}). Check that its folder exists, is writable and has space.`;
  return new SessionError("not-saved", message, { cause });
}
