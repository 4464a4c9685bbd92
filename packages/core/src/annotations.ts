/**
 * What a person noted about sessions: names, tags, hidden, archived. What these may be: model/annotations/.
 *
 * - the file and its records: annotations/annotation-file.ts, then docs/formats/annotations.md
 * - what lists get of it: annotations/annotation-reader.ts; tags for completion: annotations/known-tags.ts
 * - how a change is written, under a lock: annotations/write-annotation.ts; for a session of a library: library/file-annotations.ts
 */

import type { Annotations, Library } from "@reprise/model";
import type { Host } from "./host/host.ts";
import { FileAnnotations } from "./library/file-annotations.ts";

/** The person's own names, tags, hidden and archived sessions, of a library from `openLibrary`. Creates nothing before the first change. */
export function openAnnotations(library: Pick<Library, "find">, host: Host): Annotations {
  return new FileAnnotations(library, host);
}
