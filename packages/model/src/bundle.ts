import type { bundleManifestSchema, bundlePartSchema } from "./schema/bundle.ts";
import type { Value } from "./schema/value.ts";

/** One file in a bundle. */
export type BundlePart = Value<typeof bundlePartSchema>;

/** What a bundle contains. */
export type BundleManifest = Value<typeof bundleManifestSchema>;
