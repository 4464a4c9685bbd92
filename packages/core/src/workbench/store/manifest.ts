import { type Timestamp, tryParseJson } from "@reprise/model";
import { z } from "zod";

/** Of the envelope of records. The shape of what is in them has a version for each section. */
export const schemaVersion = 2;

export const sectionVersions = { chat: 1, exec: 2, diff: 1, approvals: 1, ui: 1 } as const;
export type Section = keyof typeof sectionVersions;

const version = z.number().int().nonnegative();
const count = z.number().int().nonnegative();

const manifestSchema = z.object({
  type: z.literal("manifest"),
  schemaVersion: version,
  sections: z.object({
    chat: version,
    exec: version,
    diff: version,
    approvals: version,
    ui: version,
  }),
  appVersion: z.string(),
  workspaceId: z.string(),
  root: z.string(),
  optionsVersion: version,
  createdAt: z.string(),
  updatedAt: z.string(),
  dropped: z.object({ entryCount: count, outputCount: count }).default({ entryCount: 0, outputCount: 0 }),
});

/** First line of a saved session. */
export type Manifest = Readonly<z.infer<typeof manifestSchema>>;

export interface ManifestParts {
  readonly appVersion: string;
  readonly optionsVersion: number;
  readonly workspaceId: string;
  readonly root: string;
}

export function newManifest(parts: ManifestParts, now: Timestamp): Manifest {
  return {
    type: "manifest",
    schemaVersion,
    sections: sectionVersions,
    ...parts,
    createdAt: now,
    updatedAt: now,
    dropped: { entryCount: 0, outputCount: 0 },
  };
}

export type ManifestReading =
  | { readonly kind: "usable"; readonly manifest: Manifest }
  | { readonly kind: "newer" | "outdated"; readonly version: number }
  | { readonly kind: "unusable" };

const oldestVersion = 1;

/** A version that is too new or too old is told even if nothing else can be read. */
export function readManifest(line: string): ManifestReading {
  const value = tryParseJson(line);
  const found = z.object({ type: z.literal("manifest"), schemaVersion: version }).safeParse(value);
  if (!found.success) return { kind: "unusable" };
  if (found.data.schemaVersion > schemaVersion) return { kind: "newer", version: found.data.schemaVersion };
  if (found.data.schemaVersion < oldestVersion) return { kind: "outdated", version: found.data.schemaVersion };
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) return { kind: "unusable" };
  const { sections } = manifest.data;
  const known = Object.entries(sectionVersions) as [Section, number][];
  if (known.some(([name, newest]) => sections[name] > newest))
    return { kind: "newer", version: found.data.schemaVersion };
  if (known.some(([name]) => sections[name] < oldestVersion))
    return { kind: "outdated", version: found.data.schemaVersion };
  return { kind: "usable", manifest: manifest.data };
}
