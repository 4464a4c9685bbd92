import { existsSync } from "node:fs";
import { join } from "node:path";
import { usualWish } from "@reprise/model";
import { type Action, codex, disposeAll, type Machine, planOf, startMachine } from "@reprise/testkit";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { openRunner } from "../../src/runner.ts";
import { runVictim } from "../kill-matrix/case.ts";

type Who = "agent" | "reprise" | "both";

const waiting = "touch ran.txt";
const escalated = { sandbox_permissions: "require_escalated", justification: "needed" };

const command: Action = {
  call: { name: "exec_command", id: "c1", arguments: { cmd: waiting, ...escalated } },
};
const outside = "/var/reprise-waiting-test/beside.txt";
const edit: Action = {
  custom: {
    name: "apply_patch",
    id: "c1",
    input: `*** Begin Patch\n*** Add File: ${outside}\n+1\n*** End Patch\n`,
  },
};

async function killedWhileAsking(who: Who, asked: Action): Promise<Machine> {
  const machine = await startMachine("waiting", codex, {
    script: [[asked], [{ text: "Never asked for." }]],
  });
  onTestFinished(machine.close);
  const { scratch, env } = machine;
  await runVictim({ cwd: scratch.workspace, prompt: "do it", killAt: 0, who, killAtEvent: "request" }, env);
  await disposeAll();
  return machine;
}

async function looked({ env, scratch }: Machine) {
  const runner = await openRunner(nodeHost(env));
  const library = openLibrary(nodeHost(env));
  try {
    const [row] = await runner.status("all");
    const session = String(row?.session);
    const plan = planOf(await runner.plan(session, { ...usualWish, isSilent: true }), "resume");
    const { brief } = planOf(await runner.plan(session, { ...usualWish, modes: ["handoff"] }), "handoff");
    const turns = await Array.fromAsync((await library.read(await library.find(session))).turns);
    const work = turns.flatMap(({ items }) => items.filter((item) => "status" in item));
    const [hit] = await Array.fromAsync(library.search("touch", { scope: "all" }));
    const hasRun = [join(scratch.workspace, "ran.txt"), outside].some((path) => existsSync(path));
    return { row, plan, brief: brief ?? "", work, hit, hasRun };
  } finally {
    library.close();
    runner.close();
  }
}

describe("killed with the real Codex", { timeout: 120_000 }, () => {
  afterEach(disposeAll);

  it.each(["agent", "reprise", "both"] as const)(
    "while a command waits for approval (%s): it is not done, on every face",
    async (who) => {
      const { row, plan, brief, work, hit, hasRun } = await looked(await killedWhileAsking(who, command));
      expect(hasRun).toBe(false);
      const left = { kind: "command", subject: waiting, outcome: "not-done" };
      expect(plan.unfinished).toMatchObject([left]);
      expect(row?.unfinished).toMatchObject([left]);
      expect(row?.doing).toBe(`while waiting for approval: $ ${waiting}`);
      expect(work).toMatchObject([{ kind: "command", output: null, status: "waiting" }]);
      expect(hit).toMatchObject({ kind: "command", isWaiting: true });
      expect(plan.recap).toContain(`\`${waiting}\`: not done (it was waiting for approval`);
      expect(`${plan.recap}${brief}`).not.toMatch(/begun to print|unknown|may have run/);
      expect(brief).toContain(`- not run, waiting for approval: command \`${waiting}\``);
      expect(brief).toContain(`Command, not run, waiting for approval: \`${waiting}\``);
    },
  );

  it("while an edit waits for approval: it is not done", async () => {
    const { row, plan, work, hasRun } = await looked(await killedWhileAsking("both", edit));
    expect(hasRun).toBe(false);
    expect(work).toMatchObject([{ kind: "edit", status: "waiting" }]);
    expect(plan.unfinished).toMatchObject([{ kind: "edit", outcome: "not-done" }]);
    expect(row?.doing).toMatch(/^while waiting for approval: editing .*beside\.txt$/);
  });
});
