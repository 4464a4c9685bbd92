import { join } from "node:path";
import {
  type Annotation,
  changedAnnotation,
  noAnnotation,
  SessionError,
  type SessionId,
  type Timestamp,
} from "@reprise/model";
import type { Host } from "../host/host.ts";
import { type LogFormat, type Row, readLog } from "../log/read-log.ts";

const version = 1;
const advice = "Your names, tags and hidden sessions are not used. Update Reprise.";
const format: LogFormat<[string, Annotation]> = {
  mostBytes: 64 * 1024 * 1024,
  newest: { version, advice },
  decode: annotationIn,
};

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
  const { items, badLines, isTorn } = readLog(path, files, format);
  const annotations = new Map(items);
  for (const [session, annotation] of annotations) if (annotation === noAnnotation) annotations.delete(session);
  return { annotations, recordCount: items.length, badLines, isTorn };
}

/** Null if its fields are not those of an annotation. */
function annotationIn({ v, session, name, tags, isHidden, isArchived }: Row): [string, Annotation] | null {
  if (v !== version || typeof session !== "string") return null;
  if (typeof isHidden !== "boolean" || typeof isArchived !== "boolean") return null;
  if (name !== null && typeof name !== "string") return null;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) return null;
  if (name === null && tags.length === 0 && !isHidden && !isArchived) return [session, noAnnotation];
  try {
    return [session, changedAnnotation(noAnnotation, { name, tags, isHidden, isArchived })];
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}
