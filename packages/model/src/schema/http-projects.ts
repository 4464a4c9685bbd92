import { z } from "zod";
import { count, text, timestamp } from "./basics.ts";
import { projectResumeWishSchema } from "./project.ts";

const path = text.min(1).max(4096).describe("the folder of the project, absolute");

export const foundProjectSchema = z.strictObject({ path });

export const attachedProjectSchema = z.strictObject({
  path,
  origin: text.describe("event numbers are comparable only where this is the same"),
});

export const runningProjectSchema = z.strictObject({
  run: attachedProjectSchema.nullable().describe("this server's work on the project; null if there is none"),
});

export const shownProjectSchema = z
  .strictObject({ rounds: count, unfinishedRound: count.nullable(), updatedAt: timestamp.nullable() })
  .describe("the project as the person saw it: one that has changed since is refused");

export const resumeProjectRequestSchema = z.strictObject({
  path,
  shown: shownProjectSchema,
  wish: projectResumeWishSchema,
});

export const projectControlRequestSchema = z.strictObject({
  path,
  origin: text,
  do: z.enum(["interrupt", "continue-round", "stop", "end"]),
});
