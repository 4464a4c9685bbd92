import { nodeHost } from "@reprise/core";
import { type Bundles, type BundlesOptions, openBundles } from "@reprise/core/bundles";

export function openBundlesOn(env: Readonly<Record<string, string | undefined>>, options: BundlesOptions): Bundles {
  return openBundles(nodeHost(env), options);
}
