/**
 * Wires bundles, portable files with a session; no logic. For other programs the format alone is in bundle.ts.
 *
 * - which files a session has, and where they go: agents/<agent>/write/mover.ts (`SessionMover`)
 * - out of this machine: bundle/bundle-session.ts; into it: bundle/unbundle-session.ts, bundle/place-files.ts; other paths: bundle/path-map.ts
 * - the format: bundle/envelope.ts, bundle/manifest.ts, then docs/formats/bundle.md
 * - how it is written: bundle/pack-bundle.ts, bundle/bundle-file.ts; read: bundle/read-bundle.ts
 * - what is refused before it is read: bundle/limits.ts, bundle/part-path.ts
 */

import type { Agent, Library } from "@reprise/model";
import type { AgentDefinition } from "./agents/definition.ts";
import { builtInAgents } from "./agents/registry.ts";
import { type BundleWish, bundleSession } from "./bundle/bundle-session.ts";
import { type UnbundleWish, unbundleSession } from "./bundle/unbundle-session.ts";
import type { Host } from "./host/host.ts";
import { FileLibrary } from "./library/file-library.ts";
import { openFileLibrary } from "./library.ts";

export { type BundleLimits, usualLimits } from "./bundle/limits.ts";
export { type PathMove, readPathMove } from "./bundle/path-map.ts";
export type { BundleWish, UnbundleWish };

export interface BundlesOptions {
  readonly version: string;
  readonly homes?: Readonly<Partial<Record<Agent, readonly string[]>>> | undefined;
  readonly agents?: readonly AgentDefinition[] | undefined;
  /** From `openLibrary`. Its opener closes it. */
  readonly library: Library;
}

/** Takes sessions out of this machine and in. */
export function openBundles(host: Host, { version, homes = {}, agents = builtInAgents, library }: BundlesOptions) {
  const sources = agents.map(({ source }) => source);
  const files = library instanceof FileLibrary ? library : openFileLibrary(host, { sources, homes });
  const machine = { host, agents, library: files, homes, version };
  return {
    bundle: (wish: BundleWish) => bundleSession(wish, machine),
    unbundle: (wish: UnbundleWish) => unbundleSession(wish, machine),
  };
}

export type Bundles = ReturnType<typeof openBundles>;
