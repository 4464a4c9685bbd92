import { z } from "zod";
import { count, sessionId, text } from "./basics.ts";

/** One file of a workspace at an earlier point. */
export const fileAtSchema = z.strictObject({
  path: text.min(1),
  change: z.enum(["none", "write", "create", "delete"]).describe("what must be done to the file as it is now"),
  diff: text.nullable().describe("from now to then, unified; null for `none`"),
  content: text.nullable().describe("what it was then; null: it did not exist"),
  nowHash: text.nullable().describe("SHA-256 of what it is now; null: it does not exist"),
  conflict: text.nullable().describe("why it cannot be known or must not be touched"),
  doubt: text.nullable().describe("why `content` is not certain to be what it was; null: it is"),
});

/** `fork --files-only --dry-run --json`, and the second line of `fork --files --dry-run --json` */
export const filesPlanSchema = z.strictObject({
  session: sessionId,
  turn: count,
  root: text.describe("the folder of the files"),
  files: z.array(fileAtSchema),
  commands: z
    .array(z.strictObject({ turn: count, command: text }))
    .describe("commands of later turns that could have written files: what they did is not undone"),
  patch: text.describe("all of it as one patch"),
});
