import { z } from "zod";
import { text } from "./basics.ts";

const commit = text.regex(/^[0-9a-f]{40}$/);
/** Starts no option of git. */
const remoteName = text.regex(/^[A-Za-z0-9_][\w./-]*$/);

const refSchema = z.strictObject({
  name: text.regex(/^refs\/(?:heads|tags|remotes)\/[^\0\n ]+$|^refs\/stash$/),
  commit,
});

/** A git repository: what its remote does not have. */
const gitTreeSchema = z.strictObject({
  head: commit.nullable().describe("null: no commit yet"),
  branch: text
    .regex(/^refs\/heads\/[^\0\n ]+$/)
    .nullable()
    .describe("null: detached"),
  refs: z.array(refSchema),
  index: commit.describe("a commit of what was staged"),
  files: commit.describe("a commit of what was in the folder"),
  base: z.array(commit).describe("commits that come from a remote; empty: everything is in the pack"),
  remotes: z.array(z.strictObject({ name: remoteName, url: text })).describe("without credentials"),
  settings: z.array(z.strictObject({ name: text, value: text })).describe("of the repository, those that are kept"),
});

/** The first part of a packed workspace. */
export const workspaceManifestSchema = z.strictObject({
  v: z.literal(1).describe("version of the format"),
  git: gitTreeSchema.nullable().describe("null: plain files, in `files.tar`"),
  folders: z.array(text).describe("with nothing in them"),
  links: z.array(z.strictObject({ path: text, target: text })),
});
