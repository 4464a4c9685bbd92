// Decodes one rollout through core, in a process of its own, and prints the milliseconds that took.
import { dirname } from "node:path";
import { codexSource, type Depth, nodeHost, Outliner, type RolloutRef } from "@reprise/core";

const [home = "", path = "", depth = "outline"] = process.argv.slice(2) as [string, string, Depth];
const host = nodeHost();
const rollout = codexSource.locate(home, host).rollouts.find((found) => found.path === path);
if (!rollout) throw new Error(`No rollout ${path} below ${dirname(home)}.`);
const startedAt = performance.now();
const itemCount = await scan(rollout);
process.stdout.write(JSON.stringify({ ms: performance.now() - startedAt, itemCount }));

async function scan(found: RolloutRef): Promise<number> {
  const outliner = new Outliner();
  for await (const { facts } of codexSource.decode(found, host, { depth })) outliner.take(facts);
  return outliner.result().itemCount;
}
