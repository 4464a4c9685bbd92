import { join } from "node:path";
import {
  type Annotation,
  changedAnnotation,
  noAnnotation,
  SessionError,
  type SessionId,
  type Timestamp,
} from "@reprise/model";
import { type JsonLines, readJsonLines } from "../host/files/json-lines.ts";
import type { Host } from "../host/host.ts";

const version = 1;
const mostBytes = 64 * 1024 * 1024;

/** What the file says, and what a writer must keep of it. */
export interface AnnotationFile {
  /** By session; only those that differ from `noAnnotation`. */
  readonly annotations: ReadonlyMap<string, Annotation>;
  readonly recordCount: number;
  /** Lines that are no annotation. Kept as they are. */
  readonly badLines: readonly string[];
  readonly isTorn: boolean;
}

export function annotationsPath(stateFolder: string): string {
  return join(stateFolder, "annotations.jsonl");
}

export function recordLine(session: SessionId | string, annotation: Annotation, at: Timestamp): string {
  return JSON.stringify({ v: version, at, session, ...annotation });
}

/** The last record of a session wins. Throws `newer-version`, or `unreadable` if the system refuses. */
export function readAnnotationFile(path: string, { files }: Pick<Host, "files">): AnnotationFile {
  const sizeBytes = files.stamp(path)?.sizeBytes ?? 0;
  if (sizeBytes > mostBytes)
    throw new SessionError("unreadable", `${path} is too long: ${sizeBytes} bytes of at most ${mostBytes}.`);
  return fileOf(readJsonLines(path, files, mostBytes), path);
}

function fileOf({ rows, badLines, isTorn }: JsonLines, path: string): AnnotationFile {
  const annotations = new Map<string, Annotation>();
  const bad = [...badLines];
  for (const row of rows) {
    if (typeof row.v === "number" && row.v > version) throw newer(path, row.v);
    const annotation = annotationIn(row);
    if (annotation === null) bad.push(JSON.stringify(row));
    else if (annotation === noAnnotation) annotations.delete(String(row.session));
    else annotations.set(String(row.session), annotation);
  }
  return { annotations, recordCount: rows.length, badLines: bad, isTorn };
}

/** Null if its fields are not those of an annotation. */
function annotationIn(row: Readonly<Record<string, unknown>>): Annotation | null {
  const { v, session, name, tags, isHidden, isArchived } = row;
  if (v !== version || typeof session !== "string") return null;
  if (typeof isHidden !== "boolean" || typeof isArchived !== "boolean") return null;
  if (name !== null && typeof name !== "string") return null;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) return null;
  if (name === null && tags.length === 0 && !isHidden && !isArchived) return noAnnotation;
  try {
    return changedAnnotation(noAnnotation, { name, tags, isHidden, isArchived });
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}

function newer(path: string, found: number): SessionError {
  return new SessionError(
    "newer-version",
    `${path} was written by a newer Reprise (format ${found}, this one reads ${version}). Your names, tags and hidden sessions are not used. Update Reprise.`,
  );
}
