import { existsSync } from "node:fs";
import { join } from "node:path";
import { usualWish } from "@reprise/model";
import { codex, disposeAll, type Machine, startMachine } from "@reprise/testkit";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import { runVictim } from "../kill-matrix/case.ts";

type Who = "agent" | "reprise" | "both";

const waiting = "touch ran.txt";
const escalated = { sandbox_permissions: "require_escalated", justification: "needed" };

async function killedWhileAsking(who: Who): Promise<Machine> {
  const call = { name: "exec_command", id: "c1", arguments: { cmd: waiting, ...escalated } };
  const machine = await startMachine("waiting", codex, {
    script: [[{ call }], [{ text: "Never asked for." }]],
  });
  onTestFinished(machine.close);
  const { scratch, env } = machine;
  await runVictim({ cwd: scratch.workspace, prompt: "do it", killAt: 0, who, killAtEvent: "request" }, env);
  await disposeAll();
  return machine;
}

async function looked({ env, scratch }: Machine) {
  const runner = openRunner(nodeHost(env));
  try {
    const [row] = await runner.status("all");
    const session = String(row?.session);
    const plan = await runner.plan(session, { ...usualWish, isSilent: true });
    const { brief } = await runner.plan(session, { ...usualWish, modes: ["handoff"] });
    return { row, plan, brief: brief ?? "", hasRun: existsSync(join(scratch.workspace, "ran.txt")) };
  } finally {
    runner.close();
  }
}

describe("killed with the real Codex", { timeout: 120_000 }, () => {
  afterEach(disposeAll);

  it.each(["agent", "reprise", "both"] as const)(
    "while a command waits for approval (%s): it is not done, on every face",
    async (who) => {
      const { row, plan, brief, hasRun } = await looked(await killedWhileAsking(who));
      expect(hasRun).toBe(false);
      const left = { kind: "command", subject: waiting, outcome: "not-done" };
      expect(plan.unfinished).toMatchObject([left]);
      expect(row?.unfinished).toMatchObject([left]);
      expect(plan.account).toContain("not");
      expect(`${plan.account}${brief}`).not.toContain("print");
      expect(brief).toContain("seems not to have been done");
    },
  );
});
