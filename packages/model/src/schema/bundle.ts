import { z } from "zod";
import { agentSchema, anyJson, count, sessionId, text, threadId, timestamp } from "./basics.ts";

export const bundlePartSchema = z.strictObject({
  path: text.min(1).describe("relative, with `/`"),
  sizeBytes: count,
  mode: z.enum(["0600", "0644", "0755"]),
  modifiedAt: timestamp.nullable().describe("null: not recorded"),
  sha256: text.regex(/^[0-9a-f]{64}$/).describe("hexadecimal"),
});

/** The first thing in a bundle. */
export const bundleManifestSchema = z.strictObject({
  v: z.literal(1).describe("version of the format"),
  kind: text.regex(/^[a-z][a-z0-9-]{0,39}$/).describe("what is bundled, such as `session`"),
  appVersion: text.max(100).describe("the Reprise that made it"),
  createdAt: timestamp,
  about: z.record(text, anyJson).describe("depends on `kind`"),
  parts: z.array(bundlePartSchema).describe("in the order of their bytes"),
  totalBytes: count.describe("of all parts"),
});

/** `about` of a bundle of the kind `session`. */
export const sessionBundleSchema = z.strictObject({
  session: sessionId,
  agent: agentSchema,
  thread: threadId,
  title: text.max(200),
  workspace: text.nullable().describe("the recorded folder"),
  turnCount: count,
  updatedAt: timestamp.nullable(),
  agentVersion: text.nullable().describe("the release of the agent that recorded it"),
  gitCommit: text.nullable(),
  gitUrl: text.nullable().describe("without credentials"),
  isRedacted: z.boolean().describe("its files differ from the originals"),
});

/** `bundle --json` */
export const bundledSchema = z.strictObject({
  ...sessionBundleSchema.shape,
  path: text,
  sizeBytes: count.nullable().describe("of the bundle; null with `--dry-run`"),
  parts: z.array(bundlePartSchema.omit({ sha256: true, mode: true, modifiedAt: true })),
  totalBytes: count,
});

/** `unbundle --json` */
export const unbundledSchema = z.strictObject({
  ...sessionBundleSchema.shape,
  home: text.describe("of the agent"),
  folder: text.nullable().describe("of the session on this machine"),
  name: text.nullable().describe("your name of it, added here; null: none is added"),
  tags: z.array(text).describe("your tags of it that are added here"),
  files: z.array(
    z.strictObject({
      path: text,
      state: z.enum(["new", "same"]).describe("`same`: it is here already"),
    }),
  ),
  changes: z.array(text).describe("how the files differ from those in the bundle"),
  warnings: z.array(text),
  isDone: z.boolean().describe("false with `--dry-run`"),
});
