import { followed, type RestoreEvent, usualWish } from "@reprise/model";
import { codex, carefulConsent as consent, disposeAll, type Machine, planOf, startMachine } from "@reprise/testkit";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { openRunner } from "../../src/runner.ts";
import { runVictim } from "./case.ts";

const prompt = "go on";

/** The prompt was said, answered, and said again; Codex and Reprise died at this line of the second turn. */
async function saidTwice(killOn: string): Promise<Machine & { readonly session: string }> {
  const machine = await startMachine("twice", codex, { script: [[{ text: "I went on." }]] });
  onTestFinished(machine.close);
  const { scratch, env } = machine;
  const order = { cwd: scratch.workspace, prompt, killAt: 0, who: "both" };
  await runVictim(order, env);
  const library = openLibrary(nodeHost(env));
  const { sessions } = await library.list({ scope: "all" }).finally(() => library.close());
  const session = String(sessions[0]?.id);
  machine.model.push([{ text: "Never read.", chunks: 3, paceMs: 500 }]);
  await runVictim({ ...order, session, killOn }, env);
  await disposeAll();
  return { ...machine, session };
}

async function goneOn({ env }: Machine, session: string) {
  const runner = await openRunner(nodeHost(env));
  try {
    const plan = await runner.plan(session, { ...usualWish, prompt: "and then stop" });
    const events: RestoreEvent[] = [];
    const { signal } = new AbortController();
    for await (const event of followed(runner.restore(plan, consent), { signal })) events.push(event);
    return { plan, events };
  } finally {
    runner.close();
  }
}

async function promptsOf({ env }: Machine, session: string): Promise<string[]> {
  const library = openLibrary(nodeHost(env));
  const prompts: string[] = [];
  try {
    for await (const { items } of (await library.read(await library.find(session))).turns)
      prompts.push(...items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])));
  } finally {
    library.close();
  }
  return prompts;
}

describe("the same words said twice, the second time into a death", () => {
  afterEach(disposeAll);

  it("before Codex had them: they are sent with what is said next, though they stand in the turn before", async () => {
    const machine = await saidTwice('^out .*"turn/start"');
    expect(await promptsOf(machine, machine.session)).toEqual([prompt]);
    const { plan, events } = await goneOn(machine, machine.session);
    expect(planOf(plan, "resume").prompt).toBe(`${prompt}\n\nand then stop`);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(await promptsOf(machine, machine.session)).toEqual([prompt, `${prompt}\n\nand then stop`]);
  });

  it("after Codex had written them down: they are not said a third time", async () => {
    const machine = await saidTwice('^in .*"item/completed".*"userMessage"');
    expect(await promptsOf(machine, machine.session)).toEqual([prompt, prompt]);
    const { plan, events } = await goneOn(machine, machine.session);
    expect(planOf(plan, "resume").prompt).toBe("and then stop");
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(await promptsOf(machine, machine.session)).toEqual([prompt, prompt, "and then stop"]);
  });
});
