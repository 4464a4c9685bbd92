/** `npm run record-release AGENT VERSION`: notes the shapes of a release, and what changed since the one recorded before. */

import { isSince, versionIn } from "../../src/agents/driving/releases.ts";
import { installRelease } from "./install.ts";
import { observe } from "./observe.ts";
import { releaseAgents } from "./pinned.ts";
import { changesBetween, loadRecorded, recordedVersions, saveRecorded } from "./recorded.ts";

const [name, version] = process.argv.slice(2);
const agent = releaseAgents.find((one) => one === name);
if (!agent || version === undefined || versionIn(version) !== version) {
  console.error(`Usage: npm run record-release AGENT VERSION, with one of ${releaseAgents.join(", ")}, and 1.2.3.`);
  process.exit(2);
}
const recorded = await observe(agent, version, await installRelease(agent, version));
console.log(`Recorded: ${saveRecorded(recorded)}`);
const before = recordedVersions(agent).findLast((one) => one !== version && isSince(version, one));
const changes = before === undefined ? [] : changesBetween(loadRecorded(agent, before), recorded);
console.log(before === undefined ? "It is the oldest one recorded." : `${changes.length} changes since ${before}:`);
for (const change of changes) console.log(`  ${change}`);
// A helper that the agent left behind may hold a pipe to us.
process.exit();
