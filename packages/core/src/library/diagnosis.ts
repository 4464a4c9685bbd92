import type { Finding } from "@reprise/model";
import type { AgentSource } from "../agents/source.ts";
import { diagnoseRollout } from "../catalog/diagnose.ts";
import { strayFiles } from "../catalog/strays.ts";
import type { Host } from "../host/host.ts";
import { isInside } from "../workspace/inside.ts";
import { outsideFindings } from "./outside.ts";
import { unreadableFiles } from "./unreadable-files.ts";
import type { View } from "./view.ts";

/** Explains files: all below `path`, else those that are hidden, damaged or strange. */
export async function* findingsOf(
  path: string | undefined,
  { database, shelf, homes }: View,
  machine: { readonly host: Host; readonly sources: readonly AgentSource[] },
): AsyncGenerator<Finding> {
  const { host } = machine;
  const places = path === undefined ? null : [path, host.files.real(path)];
  const isMeant = (file: string) => !places || places.some((place) => isInside(file, place));
  let count = 0;
  for (const rollout of shelf.contents.flatMap(({ rollouts }) => rollouts)) {
    if (!isMeant(rollout.path)) continue;
    const finding = await diagnoseRollout(rollout, database, shelf, host);
    count += 1;
    if (places || finding.reasons.length > 0) yield finding;
  }
  for (const finding of strayFiles(shelf, host)) {
    if (!isMeant(finding.path)) continue;
    count += 1;
    yield finding;
  }
  for (const finding of unreadableFiles(shelf, homes, host)) {
    if (!isMeant(finding.path)) continue;
    count += 1;
    yield finding;
  }
  if (path !== undefined && count === 0) yield* outsideFindings(path, machine);
}
