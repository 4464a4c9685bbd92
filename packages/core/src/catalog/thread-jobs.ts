import type { AgentSource, RolloutRef } from "../agents/reading/source.ts";
import type { Host } from "../host/host.ts";
import { type OutlineJob, outlining } from "./index/read-whole.ts";
import { type ScanJob, scanning } from "./scan/unindexed-files.ts";
import type { ThreadWork } from "./threads.ts";
import { counting, type UsageJob } from "./usage/index-usage.ts";

type Job = OutlineJob | ScanJob | UsageJob;
type Act = (rollout: RolloutRef) => unknown;

/** What a thread does with the work it is sent; `act` of the same job goes on from one part to the next. */
export function threadJobs(sources: readonly AgentSource[], host: Host): (work: unknown) => Promise<unknown> {
  const acts = new Map<string, Act>();
  return async (work) => {
    const { job, items } = work as ThreadWork<Job, RolloutRef>;
    const name = JSON.stringify(job);
    const act = acts.get(name) ?? actOf(job);
    acts.set(name, act);
    const results: unknown[] = [];
    for (const rollout of items) results.push(await act(rollout));
    return results;
  };

  function actOf(job: Job): Act {
    const source = sources.find(({ agent }) => agent === job.agent);
    if (!source) return () => null;
    if (job.kind === "usage") return counting(source, host);
    return job.kind === "scan" ? scanning(job, source, host) : outlining(job, source, host);
  }
}
