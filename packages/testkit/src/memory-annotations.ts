import {
  type Annotation,
  type Annotations,
  changedAnnotation,
  countTags,
  type Library,
  noAnnotation,
  type SessionId,
} from "@reprise/model";
import { libraryOf } from "./memory-library.ts";
import { type SessionSeed, transcriptFrom } from "./session-seed.ts";

/** A Library over in-memory sessions, and what is noted about them. */
export function memoryAnnotations(seeds: readonly SessionSeed[]): {
  readonly library: Library;
  readonly annotations: Annotations;
} {
  const noted = new Map<SessionId, Annotation>();
  const library = libraryOf(seeds.map(transcriptFrom), noted);
  return { library, annotations: annotationsOver(library, noted) };
}

/** What is noted about the sessions of a library, in memory. */
export function annotationsOver(
  library: Pick<Library, "find">,
  noted: Map<SessionId, Annotation> = new Map(),
): Annotations {
  const notedOf = (session: SessionId) => noted.get(session) ?? noAnnotation;
  return {
    async read(text) {
      const { id: session } = await library.find(text);
      return { session, annotation: notedOf(session) };
    },
    async annotate(text, change) {
      const { id: session } = await library.find(text);
      const before = notedOf(session);
      const after = changedAnnotation(before, change);
      noted.set(session, after);
      return { session, before, after };
    },
    tags: async () => countTags(noted.values()),
  };
}
