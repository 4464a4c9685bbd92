import {
  type Annotation,
  isSameAnnotation,
  noAnnotation,
  SessionError,
  type SessionId,
  tagKey,
  type Warning,
} from "@reprise/model";
import { type FileStamp, isSameStamp } from "../host/files/files.ts";
import type { Host } from "../host/host.ts";
import { type AnnotationFile, readAnnotationFile } from "./annotation-file.ts";

/** The annotations at one moment, by what queries need of them. */
export class AnnotationIndex {
  readonly all: ReadonlyMap<string, Annotation>;
  readonly hidden: readonly string[];
  readonly archived: readonly string[];
  readonly #names = new Map<string, Map<string, string>>();

  constructor(annotations: AnnotationFile["annotations"]) {
    this.all = annotations;
    this.hidden = sessionsWith(annotations, ({ isHidden }) => isHidden);
    this.archived = sessionsWith(annotations, ({ isArchived }) => isArchived);
    for (const [session, { name }] of annotations) if (name !== null) this.#addName(session, name);
  }

  of(session: SessionId): Annotation {
    return this.all.get(session) ?? noAnnotation;
  }

  tagged(tag: string): readonly string[] {
    const key = tagKey(tag);
    return sessionsWith(this.all, ({ tags }) => tags.some((one) => tagKey(one) === key));
  }

  changedSince(before: AnnotationIndex): readonly SessionId[] {
    if (before === this) return [];
    const sessions = new Set([...before.all.keys(), ...this.all.keys()]) as Set<SessionId>;
    return [...sessions].filter((session) => !isSameAnnotation(before.of(session), this.of(session)));
  }

  /** By thread. */
  namesOf(agent: string): ReadonlyMap<string, string> {
    return this.#names.get(agent) ?? noNames;
  }

  #addName(session: string, name: string): void {
    const [agent, thread] = partsOf(session);
    const names = this.#names.get(agent) ?? new Map<string, string>();
    this.#names.set(agent, names.set(thread, name));
  }
}

const noNames: ReadonlyMap<string, string> = new Map();

/** Agent and thread of a session id. */
export function partsOf(session: string): readonly [agent: string, thread: string] {
  const at = session.indexOf(":");
  return [session.slice(0, at), session.slice(at + 1)];
}

function sessionsWith(
  annotations: ReadonlyMap<string, Annotation>,
  isMeant: (annotation: Annotation) => boolean,
): readonly string[] {
  return [...annotations].flatMap(([session, annotation]) => (isMeant(annotation) ? [session] : []));
}

/** Reads the file again only when it has changed. */
export class AnnotationReader {
  readonly #path: string;
  readonly #host: Pick<Host, "files">;
  #last: {
    readonly stamp: FileStamp | null;
    readonly index: AnnotationIndex;
    readonly problem: string | null;
  } | null = null;

  constructor(path: string, host: Pick<Host, "files">) {
    this.#path = path;
    this.#host = host;
  }

  /** A file that cannot be read hides no session: it is a warning. */
  read(warn: (warning: Warning) => void): AnnotationIndex {
    try {
      const stamp = this.#host.files.stamp(this.#path);
      if (this.#last === null || !isSameStamp(stamp, this.#last.stamp)) {
        const file = readAnnotationFile(this.#path, this.#host);
        this.#last = { stamp, index: new AnnotationIndex(file.annotations), problem: problemOf(file) };
      }
      if (this.#last.problem !== null) warn({ kind: "unreadable", path: this.#path, detail: this.#last.problem });
      return this.#last.index;
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      warn({ kind: "unreadable", path: this.#path, detail: error.message });
      return none;
    }
  }
}

const none = new AnnotationIndex(new Map());

function problemOf({ badLines: { length } }: AnnotationFile): string | null {
  if (length === 0) return null;
  return length === 1
    ? "One line of your names, tags and hidden sessions cannot be read."
    : `${length} lines of your names, tags and hidden sessions cannot be read.`;
}
