import type { Finding } from "@reprise/model";
import type { AgentSource } from "../agents/source.ts";
import { diagnoseFolders } from "../catalog/diagnose/diagnose-folder.ts";
import { diagnoseRollout } from "../catalog/diagnose/diagnose-rollout.ts";
import type { Host } from "../host/host.ts";
import { isInside } from "../workspace/is-inside.ts";
import type { CatalogView } from "./catalog-view.ts";
import { diagnoseOutside } from "./diagnose-outside.ts";
import { unreadableFiles } from "./unreadable-files.ts";

/** Explains files: all below `path`, else those that are hidden, damaged or strange. */
export async function* diagnose(
  path: string | undefined,
  { database, lookup, homes }: CatalogView,
  machine: { readonly host: Host; readonly sources: readonly AgentSource[] },
): AsyncGenerator<Finding> {
  const { host } = machine;
  const places = path === undefined ? null : [path, host.files.real(path)];
  const isMeant = (file: string) => !places || places.some((place) => isInside(file, place));
  let count = 0;
  for (const rollout of lookup.contents.flatMap(({ rollouts }) => rollouts)) {
    if (!isMeant(rollout.path)) continue;
    const finding = await diagnoseRollout(rollout, database, lookup, host);
    count += 1;
    if (places || finding.reasons.length > 0) yield finding;
  }
  for (const finding of diagnoseFolders(lookup, host)) {
    if (!isMeant(finding.path)) continue;
    count += 1;
    yield finding;
  }
  for (const finding of unreadableFiles(lookup, homes, host)) {
    if (!isMeant(finding.path)) continue;
    count += 1;
    yield finding;
  }
  if (path !== undefined && count === 0) yield* diagnoseOutside(path, machine);
}
