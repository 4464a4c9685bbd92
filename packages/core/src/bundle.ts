export { bundleBytes, unpackBundle, writeBundle } from "./bundle/bundle-file.ts";
export { type BundleLimits, usualLimits } from "./bundle/limits.ts";
export { keptMode } from "./bundle/manifest.ts";
export { type BundleContent, manifestOf, type PartSource, packBundle } from "./bundle/pack-bundle.ts";
export { pathProblem, pathsProblem } from "./bundle/part-path.ts";
export {
  checkBundle,
  type OpenBundle,
  type OpenPart,
  type ReadOptions,
  readBundle,
} from "./bundle/read-bundle.ts";
