import { codex, disposeAll, Page, startMachine, until } from "@reprise/testkit";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { openRunner } from "../../src/runner.ts";
import { openWorkbenches } from "../../src/workbench.ts";
import { runVictim } from "./case.ts";

const prompt = "please change the file";

/** Reprise died at this line, and Codex is too slow to notice: it does nothing until it is continued. */
async function outlived(killOn: string) {
  const machine = await startMachine("outlived", codex, { script: [[{ text: "It is changed." }]] });
  onTestFinished(machine.close);
  const { scratch, env } = machine;
  const order = { cwd: scratch.workspace, prompt, killAt: 0, killOn, who: "reprise", stopsAgent: true };
  const printed = await runVictim(order, env);
  const pid = Number(/"stopped":(\d+)/.exec(printed)?.[1]);
  const host = nodeHost(env);
  const start = host.processes.startOf(pid);
  const isAlive = () => host.processes.isAlive(pid, start);
  onTestFinished(() => {
    if (isAlive()) process.kill(pid, "SIGKILL");
  });
  const [runner, library] = [await openRunner(host), openLibrary(host)];
  const workbenches = openWorkbenches(host, { runner, library, version: "0.0.0" });
  const page = await Page.open(workbenches, scratch.workspace);
  onTestFinished(async () => {
    await page.leave();
    await workbenches.close();
    runner.close();
    library.close();
  });
  const end = async (signal: "SIGCONT" | "SIGKILL") => {
    process.kill(pid, signal);
    await until(() => !isAlive(), { what: "the end of Codex" });
  };
  return { root: scratch.workspace, runner, library, page, end };
}

type Outlived = Awaited<ReturnType<typeof outlived>>;

async function firstSession({ library }: Outlived) {
  const { sessions } = await library.list({ scope: "all", includeEmpty: true });
  return sessions[0]?.id ?? null;
}

async function promptsIn(stage: Outlived): Promise<readonly string[]> {
  const session = await firstSession(stage);
  const prompts: string[] = [];
  if (session === null) return prompts;
  for await (const { items } of (await stage.library.read(session)).turns)
    prompts.push(...items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])));
  return prompts;
}

const statusOf = async ({ runner }: Outlived) =>
  (await runner.status("all")).flatMap(({ unsentPrompt }) => unsentPrompt ?? []);

describe("a prompt whose agent outlives Reprise", () => {
  afterEach(disposeAll);

  it.for([
    ["before Codex has it on disk", '^in .*"turn/started"'],
    ["while it is answered", '^in .*"item/agentMessage/delta"'],
    ["after it was answered", '^in .*"turn/completed"'],
  ] as const)("%s, is offered as unsent only if that agent is gone without it", async ([, killOn]) => {
    const stage = await outlived(killOn);
    const { page } = stage;
    const session = await firstSession(stage);
    if (session === null) throw new Error("Codex has no log yet.");
    await page.act({ type: "show", session });
    await page.until("the owner", ({ connection }) => connection.plan?.owner != null);
    expect([page.view.draft, await statusOf(stage)]).toEqual([null, []]);
    await stage.end("SIGCONT");
    await page.live();
    // It is either in the log or offered.
    const lacking = (await promptsIn(stage)).includes(prompt) ? null : prompt;
    expect(page.view.draft?.text ?? null).toBe(lacking);
  });

  it("of which there is no log yet, is offered once that agent is gone", async () => {
    const stage = await outlived('^out .*"turn/start"');
    const { runner, root } = stage;
    expect([await runner.offer({ kind: "workspace", root }), await statusOf(stage)]).toEqual([null, []]);
    await stage.end("SIGKILL");
    expect(await promptsIn(stage)).toEqual([]);
    expect(await runner.offer({ kind: "workspace", root })).toMatchObject({ prompt });
    expect(await statusOf(stage)).toEqual([prompt]);
  });
});
