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
import { awaitLock } from "../host/files/lock.ts";
import { replaceFile } from "../host/files/replace-file.ts";
import type { Host } from "../host/host.ts";
import { appendLine } from "../log/log.ts";
import { type AnnotationFile, readAnnotationFile, recordLine } from "./annotation-file.ts";

const mostMs = 10_000;
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
  const owner = { ...host.processes.describe(host.pid), program: "reprise" };
  const lock = await awaitLock(`${path}.lock`, owner, { mostMs, host }).catch((error) => notSaved(path, error));
  if (!lock.isHeld)
    throw new SessionError("busy", `${path} is being changed by process ${lock.owner?.pid ?? "unknown"}. Try again.`);
  try {
    const file = readAnnotationFile(path, host);
    const before = file.annotations.get(session) ?? noAnnotation;
    const after = changedAnnotation(before, change);
    if (!isSameAnnotation(before, after)) write(path, file, { session, after }, host);
    return { session, before, after };
  } catch (error) {
    return notSaved(path, error);
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
  if (!file.isTorn && !isGrown) return appendLine({ path, tail: { kind: "close" } }, recordLine(session, after, at));
  // A torn line was never reported as saved: it goes, and so does everything that a later record replaced.
  const left = new Map(file.annotations).set(session, after);
  const records = [...left].map(([id, annotation]) => recordLine(id, annotation, at));
  replaceFile(path, [...file.badLines, ...records, ""].join("\n"));
}

function notSaved(path: string, cause: unknown): never {
  if (cause instanceof SessionError) throw cause;
  const reason = (cause as Error).message.replace(/\.$/, "");
  throw new SessionError("not-saved", `Nothing was changed: ${reason}. ${path} could not be written.`, { cause });
}
