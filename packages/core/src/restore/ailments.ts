import type { Agent, Ailment } from "@reprise/model";
import type { AilmentScan } from "../agents/ailments/ailment-scan.ts";
import type { RolloutRef } from "../agents/reading/source.ts";
import type { Host } from "../host/host.ts";

export type ScanOf = (agent: Agent) => AilmentScan | Promise<AilmentScan> | undefined;

/** More than a person reads; the rest is counted. */
const mostListed = 200;

/**
 * Finds what makes the session fail when sent to a model again. `rollouts`: those to continue; their parents are scanned too.
 * At most `mostListed`, then a last entry with the number left out.
 */
export async function findAilments(
  rollouts: readonly RolloutRef[],
  scanOf: ScanOf,
  host: Host,
  isWanted: (ailment: Ailment) => boolean = () => true,
): Promise<readonly Ailment[]> {
  const listed = new Map<string, Ailment>();
  let last: Ailment | null = null;
  let moreCount = 0;
  for (const rollout of rollouts) {
    const scan = await scanOf(rollout.agent);
    if (!scan) continue;
    for await (const ailment of scan.scan(rollout, host)) {
      if (!isWanted(ailment)) continue;
      const key = JSON.stringify([ailment.kind, ailment.file, ailment.byteOffset, ailment.detail]);
      if (listed.has(key)) continue;
      if (listed.size < mostListed) listed.set(key, ailment);
      else {
        moreCount += 1;
        last = ailment;
      }
    }
  }
  if (!last) return [...listed.values()];
  return [...listed.values(), { ...last, detail: `${moreCount} more ailments, the last of them here.` }];
}
