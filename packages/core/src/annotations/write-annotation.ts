import { setTimeout as sleep } from "node:timers/promises";
import {
  type Annotated,
  type Annotation,
  type AnnotationChange,
  changedAnnotation,
  isSameAnnotation,
  noAnnotation,
  SessionError,
  type SessionId,
} from "@reprise/model";
import { appendLine } from "../host/files/append-file.ts";
import { type Lock, takeLock } from "../host/files/lock.ts";
import { replaceFile } from "../host/files/replace-file.ts";
import type { Host } from "../host/host.ts";
import { type AnnotationFile, readAnnotationFile, recordLine } from "./annotation-file.ts";

const pauseMs = 20;
const mostWaitMs = 10_000;
/** Superseded records that are kept before the file is rewritten without them. */
const mostSuperseded = 1000;

type WriteHost = Pick<Host, "files" | "processes" | "pid" | "now" | "ticks">;

/** Durable when it returns. One writer at a time, so that each change is made to what the one before it left. */
export async function writeAnnotation(
  path: string,
  session: SessionId,
  change: AnnotationChange,
  host: WriteHost,
): Promise<Annotated> {
  const lock = await lockOf(path, host);
  try {
    const file = readAnnotationFile(path, host);
    const before = file.annotations.get(session) ?? noAnnotation;
    const after = changedAnnotation(before, change);
    if (!isSameAnnotation(before, after)) saved(path, () => write(path, file, { session, after }, host));
    return { session, before, after };
  } finally {
    lock.release();
  }
}

function write(
  path: string,
  file: AnnotationFile,
  { session, after }: { readonly session: SessionId; readonly after: Annotation },
  host: WriteHost,
): void {
  const at = host.now();
  const superseded = file.recordCount - file.annotations.size;
  const isGrown = superseded > Math.max(mostSuperseded, file.annotations.size);
  if (!file.isTorn && !isGrown) return appendLine(path, recordLine(session, after, at));
  // A torn line was never reported as saved: it goes, and so does everything that a later record replaced.
  const left = new Map(file.annotations).set(session, after);
  const records = [...left].map(([id, annotation]) => recordLine(id, annotation, at));
  replaceFile(path, [...file.badLines, ...records, ""].join("\n"));
}

async function lockOf(path: string, host: WriteHost): Promise<Lock & { readonly isHeld: true }> {
  const owner = { ...host.processes.describe(host.pid), program: "reprise" };
  const startedAt = host.ticks();
  for (;;) {
    const lock = saved(path, () => takeLock(`${path}.lock`, owner, host.processes));
    if (lock.isHeld) return lock;
    if (host.ticks() - startedAt > mostWaitMs)
      throw new SessionError(
        "busy",
        `${path} is being changed by process ${lock.owner?.pid ?? "unknown"}. Try again.`,
      );
    await sleep(pauseMs);
  }
}

function saved<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof SessionError) throw cause;
    const { message } = cause as Error;
    throw new SessionError(
      "not-saved",
      `Nothing was changed: ${message.replace(/\.$/, "")}. ${path} could not be written.`,
      {
        cause,
      },
    );
  }
}
