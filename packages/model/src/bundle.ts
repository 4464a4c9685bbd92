import type {
  bundledSchema,
  bundleManifestSchema,
  bundlePartSchema,
  sessionBundleSchema,
  unbundledSchema,
} from "./schema/bundle.ts";
import type { Value } from "./schema/value.ts";

/** One file in a bundle. */
export type BundlePart = Value<typeof bundlePartSchema>;

/** What a bundle contains. */
export type BundleManifest = Value<typeof bundleManifestSchema>;

/** What a bundle of a session says about it. */
export type SessionBundle = Value<typeof sessionBundleSchema>;

/** A bundle that was made, or would be. */
export type Bundled = Value<typeof bundledSchema>;

/** A session that was taken from a bundle, or would be. */
export type Unbundled = Value<typeof unbundledSchema>;
