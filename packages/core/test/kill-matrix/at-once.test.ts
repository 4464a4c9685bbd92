import type { RunId } from "@reprise/model";
import { codex, startMachine } from "@reprise/testkit";
import { expect, it } from "vitest";
import type { Host } from "../../src/host/host.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import { goOn, prompt, runVictim, script } from "./case.ts";

/** Lets a stopped holder of a lock go on once it was seen twice, by the offer and the plan: without its Reprise it then ends. */
function hostThatSees(env: Record<string, string>): { host: Host; seen: Map<number, number> } {
  const host = nodeHost(env);
  const seen = new Map<number, number>();
  const lockHolders: Host["processes"]["lockHolders"] = (paths) => {
    const holders = host.processes.lockHolders(paths);
    for (const pid of holders?.values() ?? []) {
      seen.set(pid, (seen.get(pid) ?? 0) + 1);
      if (seen.get(pid) === 2) process.kill(pid, "SIGCONT");
    }
    return holders;
  };
  return { host: { ...host, processes: { ...host.processes, lockHolders } }, seen };
}

it.runIf(process.platform === "linux").for([
  { killAt: 20, when: "in the middle of a turn" },
  { killAt: 28, when: "at a request" },
])("Reprise is killed $when: who goes on at once waits for its Codex to end", async ({ killAt }) => {
  const { scratch, env, close } = await startMachine("at-once", codex, { script: script() });
  const { host, seen } = hostThatSees(env);
  const runner = await openRunner(host);
  try {
    const order = { cwd: scratch.workspace, prompt, killAt, who: "reprise", stopsAgent: true };
    await runVictim(order, env);
    expect(await goOn(runner, "the killed run" as RunId, env, scratch.workspace)).toEqual([]);
    expect(seen.size).toBeGreaterThan(0);
  } finally {
    runner.close();
    await close();
  }
});
