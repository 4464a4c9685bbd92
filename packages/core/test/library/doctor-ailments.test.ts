import { join } from "node:path";
import type { Finding } from "@reprise/model";
import { compareTrees, hashTree, makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { placeCodex } from "../ailing/codex-cases.ts";
import { everyCodexCase } from "../ailing/codex-item-cases.ts";

const thread = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";

async function diagnosed(name: string): Promise<Finding[]> {
  const scratch = await makeScratch("doctor-ailments");
  onTestFinished(scratch.remove);
  const ailing = everyCodexCase.find((one) => one.name === name);
  if (!ailing) throw new Error(`There is no case ${name}.`);
  const codexHome = join(scratch.home, ".codex");
  await placeCodex(ailing, { codexHome, cwd: scratch.workspace, thread });
  const before = await hashTree(codexHome);
  const env = { HOME: scratch.home, CODEX_HOME: codexHome, REPRISE_CACHE: join(scratch.root, "cache") };
  const library = openLibrary(nodeHost(env));
  const findings: Finding[] = [];
  for await (const finding of library.diagnose()) findings.push(finding);
  library.close();
  expect(compareTrees(before, await hashTree(codexHome))).toEqual([]);
  return findings;
}

test("doctor names what a resume is expected to fail on, as repair does, and the way out", async () => {
  expect(await diagnosed("two calls with one id")).toMatchObject([
    {
      session: `codex:${thread}`,
      listed: true,
      reasons: [expect.stringContaining(`reprise repair codex:${thread}`)],
      ailments: [{ kind: "duplicate-call-id", onResume: "sent" }],
    },
  ]);
});

test("doctor says nothing of what the agent mends when it resumes", async () => {
  expect(await diagnosed("an output without call")).toEqual([]);
});
