import type { fileAtSchema, filesPlanSchema } from "./schema/files.ts";
import type { Value } from "./schema/value.ts";

/** One file of a workspace at an earlier point. */
export type FileAt = Value<typeof fileAtSchema>;

/** The files a session edited, as they were after one of its turns. Made without effects. */
export type FilesPlan = Value<typeof filesPlanSchema>;
