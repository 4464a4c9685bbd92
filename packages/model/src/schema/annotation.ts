import { z } from "zod";
import { count, sessionId, text } from "./basics.ts";

export const annotationSchema = z.strictObject({
  name: text.nullable().describe("shown in place of the agent's; null: you gave none"),
  tags: z.array(text).describe("in alphabetical order"),
  isHidden: z.boolean().describe("lists and searches leave it out"),
  isArchived: z.boolean().describe("listed with the archived sessions; the agent's own archive is separate"),
});

/** `GET /sessions/:id/annotation`, and `name ID --json` without a name */
export const sessionAnnotationSchema = z.strictObject({
  session: sessionId,
  annotation: annotationSchema,
});

/** `name`, `tag`, `hide` and `archive` with `--json`: one line a session */
export const annotatedSchema = z.strictObject({
  session: sessionId,
  before: annotationSchema,
  after: annotationSchema.describe("with `--dry-run`, as it would be"),
});

/** `POST /sessions/:id/annotation` */
export const annotationChangeSchema = z.strictObject({
  name: text.nullable().optional().describe("null removes it"),
  tags: z.array(text).optional().describe("these instead of the present ones"),
  addTags: z.array(text).optional(),
  removeTags: z.array(text).optional(),
  isHidden: z.boolean().optional(),
  isArchived: z.boolean().optional(),
});

export const tagCountSchema = z.strictObject({
  tag: text,
  sessionCount: count.describe("sessions that have it, listed or not"),
});

/** `GET /tags`, and `tag --json` without a session */
export const tagsSchema = z.strictObject({
  tags: z.array(tagCountSchema).describe("in alphabetical order"),
});
