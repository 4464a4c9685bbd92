import { z } from "zod";
import { anyJson, count, text, timestamp } from "./basics.ts";

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
