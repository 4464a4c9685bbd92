import { existsSync, readFileSync } from "node:fs";
import type { RestoreEvent, RunEvent, RunId, Runner, Wish } from "@reprise/model";
import { followed, isHeld, usualWish } from "@reprise/model";
import { codex, carefulConsent as consent, disposeAll, startMachine } from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { findRuns } from "../../src/journal/find-runs.ts";
import { openLibrary } from "../../src/library.ts";
import { openRunner } from "../../src/runner.ts";
import { runVictim as runProgram } from "../run-victim.ts";

export interface KillCase {
  readonly killAt: number;
  readonly who: "agent" | "reprise" | "both";
}

/** What must be true after any death; the empty list is the good answer. */
export interface CaseResult {
  readonly problems: readonly string[];
  /** Lines of traffic up to the end, or the death. */
  readonly lineCount: number | null;
}

const victim = new URL("./victim.ts", import.meta.url);
const prompt = "please change the file";
const lastReply = "All is done.";
const wish: Wish = { ...usualWish, prompt: "go on now" };

/** One run of the real Codex with reasoning, text, an approved command and a patch; killed; looked at; resumed. */
export async function killCase({ killAt, who }: KillCase): Promise<CaseResult> {
  const machine = await startMachine("kill", codex, { script: script() });
  const { scratch, model, home, env } = machine;
  try {
    const out = await runVictim({ cwd: scratch.workspace, prompt, killAt, who }, env);
    await disposeAll();
    const rollouts = new Map((await home.sessionFiles()).map((file) => [file, readFileSync(file)]));
    const problems = await afterwards(env, scratch.workspace, killAt === 0);
    for (const [file, before] of rollouts) {
      if (!existsSync(file) || !readFileSync(file).subarray(0, before.length).equals(before))
        problems.push(`old bytes of ${file} changed`);
    }
    const asked = model.requests.filter(({ body }) => JSON.stringify(body).split(prompt).length > 2);
    if (asked.length > 0) problems.push("a request held the prompt more than once");
    const last = JSON.stringify(model.requests.at(-1)?.body ?? "");
    if (!last.includes(prompt)) problems.push("the last request lacks the prompt");
    return {
      problems,
      lineCount: /"lines":(\d+)/.exec(out)?.[1] === undefined ? null : Number(/"lines":(\d+)/.exec(out)?.[1]),
    };
  } finally {
    await machine.close();
  }
}

function script() {
  const call = {
    name: "exec_command",
    id: "c1",
    arguments: {
      cmd: "echo ran > ran.txt",
      sandbox_permissions: "require_escalated",
      justification: "needed",
    },
  };
  const patch = "*** Begin Patch\n*** Add File: made.txt\n+made\n*** End Patch\n";
  return [
    [{ reasoning: "Let me see." }, { text: "I run it.", chunks: 3 }, { call }],
    [{ custom: { name: "apply_patch", id: "c2", input: patch } }],
    [{ text: lastReply, chunks: 4 }],
  ];
}

export function runVictim(order: object, env: Record<string, string>): Promise<string> {
  return runProgram(victim, order, env);
}

/** Looks at what is left as a person would, in another process than the dead one, and goes on. */
async function afterwards(env: Record<string, string>, cwd: string, isWhole: boolean): Promise<string[]> {
  const problems: string[] = [];
  const host = nodeHost(env);
  const runner = await openRunner(host);
  try {
    const { runs, warnings } = await findRuns(env.REPRISE_STATE ?? "", host);
    if (warnings.length > 0) problems.push(`warnings: ${JSON.stringify(warnings)}`);
    const [run] = runs;
    if (!run) return problems;
    if (isWhole) return run.status === "completed" ? problems : [...problems, `a whole run is ${run.status}`];
    if (run.status === "running") problems.push("the dead run is said to be running");
    if (run.status === "completed") return problems;
    if (!(await isDone(env))) problems.push(...(await goOn(runner, run.run, env, cwd)));
  } finally {
    runner.close();
  }
  return problems;
}

/** Its agent recorded the end of the turn: nothing is left to do. */
async function isDone(env: Record<string, string>): Promise<boolean> {
  const library = openLibrary(nodeHost(env));
  try {
    const [session] = (await library.list({ scope: "all" })).sessions;
    if (session?.state !== "completed") return false;
    const turns = await Array.fromAsync((await library.read(session.id)).turns);
    return turns.at(-1)?.items.some((item) => item.kind === "reply" && item.text === lastReply) ?? false;
  } finally {
    library.close();
  }
}

async function goOn(runner: Runner, run: RunId, env: Record<string, string>, cwd: string): Promise<string[]> {
  const offer = await runner.offer({ kind: "workspace", root: cwd });
  if (!offer) return ["nothing is offered"];
  if (offer.session === null && offer.prompt !== prompt) return [`${offer.prompt} is offered`];
  const plan = offer.session === null ? null : await runner.plan(offer.session, wish);
  if (plan !== null && plan.mode !== "resume")
    return [`${offer.session} is offered and not resumed: ${JSON.stringify(plan.refusals)}`];
  const signal = new AbortController().signal;
  const events: (RestoreEvent | RunEvent)[] = [];
  if (plan !== null) for await (const event of followed(runner.restore(plan, consent), { signal })) events.push(event);
  else {
    const anew = {
      agent: "codex",
      cwd,
      settings: { sandbox: "workspace-write", approvalPolicy: "never" },
      prompt,
      canAnswer: false,
      carries: [offer.run],
    } as const;
    for await (const event of followed(runner.run(anew), { signal })) events.push(event);
  }
  const end = events.at(-1);
  const problems: string[] = [];
  if (end?.type !== "run-ended" || end.status !== "completed")
    problems.push(`going on with ${run} ended as ${JSON.stringify(end)}`);
  const left = await runner.offer({ kind: "workspace", root: cwd });
  if (left) problems.push(`it is offered again: ${JSON.stringify(left)}`);
  const library = openLibrary(nodeHost(env));
  try {
    const { sessions } = await library.list({ scope: "all", includeEmpty: true });
    for (const session of sessions) {
      const prompts: string[] = [];
      for await (const { items } of (await library.read(session.id)).turns)
        prompts.push(...items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])));
      if (prompts.filter((text) => text === prompt).length > 1)
        problems.push(`${session.id} holds the prompt more than once`);
      if (isHeld(session.state)) problems.push(`${session.id} is said to be ${session.state}`);
    }
  } finally {
    library.close();
  }
  return problems;
}
