import {
  type Annotated,
  type AnnotationChange,
  type Annotations,
  countTags,
  type Library,
  noAnnotation,
  type SessionAnnotation,
  SessionError,
  type SessionId,
  type TagCount,
} from "@reprise/model";
import { annotationsPath, readAnnotationFile } from "../annotations/annotation-file.ts";
import { writeAnnotation } from "../annotations/write-annotation.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";

/** `<state>/annotations.jsonl`, about sessions of a library. */
export class FileAnnotations implements Annotations {
  readonly #library: Pick<Library, "find">;
  readonly #host: Host;
  readonly #path: string;

  constructor(library: Pick<Library, "find">, host: Host) {
    this.#library = library;
    this.#host = host;
    this.#path = annotationsPath(stateFolderOf(host));
  }

  async read(text: string): Promise<SessionAnnotation> {
    const session = await this.#idOf(text);
    return { session, annotation: this.#file().annotations.get(session) ?? noAnnotation };
  }

  async annotate(text: string, change: AnnotationChange): Promise<Annotated> {
    return writeAnnotation(this.#path, await this.#idOf(text), change, this.#host);
  }

  async tags(): Promise<readonly TagCount[]> {
    return countTags(this.#file().annotations.values());
  }

  /** Sessions of two homes may share an id: they share the annotation too. */
  async #idOf(text: string): Promise<SessionId> {
    try {
      return (await this.#library.find(text)).id;
    } catch (error) {
      if (!(error instanceof SessionError) || error.code !== "ambiguous") throw error;
      const found = await Promise.all(error.candidates.map((one) => this.#library.find(one)));
      const [id, ...others] = new Set(found.map((session) => session.id));
      if (id === undefined || others.length > 0) throw error;
      return id;
    }
  }

  #file() {
    return readAnnotationFile(this.#path, this.#host);
  }
}
