import type { Annotations, Library } from "@reprise/model";
import type { Host } from "./host/host.ts";
import { FileAnnotations } from "./library/file-annotations.ts";

/** The person's own names, tags, hidden and archived sessions, of a library from `openLibrary`. Creates nothing before the first change. */
export function openAnnotations(library: Pick<Library, "find">, host: Host): Annotations {
  return new FileAnnotations(library, host);
}
