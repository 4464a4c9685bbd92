import { z } from "zod";
import { count, sessionId } from "./session.ts";

const text = z.string();

export const fileAtSchema = z.strictObject({
  path: text.min(1),
  change: z.enum(["none", "write", "create", "delete"]),
  diff: text.nullable(),
  content: text.nullable(),
  nowHash: text.nullable(),
  conflict: text.nullable(),
});

/** `fork --files-only --dry-run --json`, and the second line of `fork --files --dry-run --json` */
export const filesPlanSchema = z.strictObject({
  session: sessionId,
  turn: count,
  root: text,
  files: z.array(fileAtSchema),
  patch: text,
});
