import type { SessionId } from "../ids.ts";
import type {
  annotatedSchema,
  annotationChangeSchema,
  annotationSchema,
  sessionAnnotationSchema,
  tagCountSchema,
} from "../schema/annotation.ts";
import type { Value } from "../schema/value.ts";

/** A person's own name and tags of a session, and whether lists leave it out. Never in an agent's files. */
export type Annotation = Value<typeof annotationSchema>;

/** Absent fields stay as they are. Tags: `tags` first, then `addTags`, then `removeTags`. */
export type AnnotationChange = Value<typeof annotationChangeSchema>;

export type SessionAnnotation = Value<typeof sessionAnnotationSchema>;

export type Annotated = Value<typeof annotatedSchema>;

export type TagCount = Value<typeof tagCountSchema>;

export interface Annotations {
  /** `session` as `Library.find` takes it. */
  read(session: SessionId | string): Promise<SessionAnnotation>;
  /**
   * Durable when it returns. Changes of several programs at once are all made, one after the other; `undoOf` the result takes back this
   * one only. Throws `bad-use` for a name or tag that is not allowed, `busy` if another program keeps the file locked, `not-saved` if the
   * disk refuses; nothing is changed then.
   */
  annotate(session: SessionId | string, change: AnnotationChange): Promise<Annotated>;
  /** Every tag of any session. */
  tags(): Promise<readonly TagCount[]>;
}
