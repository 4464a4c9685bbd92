import type { AgentDefinition, Host } from "@reprise/core";
import { findOwnInterface } from "@reprise/core/app";
import {
  busyWords,
  type Library,
  type RestorePlan,
  type Runner,
  SessionError,
  type Settings,
  usualWish,
} from "@reprise/model";
import { shellWord } from "../print/words.ts";
import { startProgram } from "./start-program.ts";

interface OpenedMachine {
  readonly runner: Runner;
  readonly library: Library;
  readonly host: Host;
  readonly agents: readonly AgentDefinition[];
}

/** Starts the agent's interface in the session's directory, as recorded but with nothing wider; resolves with its exit code. */
export async function openAgent(session: string, machine: OpenedMachine): Promise<number | null> {
  const { title, program, args, cwd, env, whenMissing } = await findAgent(session, machine);
  try {
    return await startProgram({ command: program, args, cwd, env });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new SessionError("refused", `${title} cannot be started as ${program} (${code ?? message}). ${whenMissing}`, {
      cause,
    });
  }
}

/** What `openAgent` starts, for any shell and folder. */
export async function agentCommand(name: string, machine: OpenedMachine) {
  const { session, program, args, cwd, needed: env } = await findAgent(name, machine);
  const variables = Object.entries(env).map(([variable, value]) => `${variable}=${shellWord(value)}`);
  const command = `cd ${shellWord(cwd)} && ${[...variables, ...[program, ...args].map(shellWord)].join(" ")}`;
  return { session, command, program, args, cwd, env };
}

/** Throws `busy` while another program has the session open. */
async function findAgent(session: string, { runner, library, host, agents }: OpenedMachine) {
  const plan = await runner.plan(session, usualWish);
  if (plan.refusals.some(({ reason }) => reason === "busy"))
    throw new SessionError("busy", `${busyWords(plan.owner, plan.session)} try again.`);
  const opening = { settings: withoutWider(plan), limits: plan.baseline };
  const found = await findOwnInterface(session, opening, library, host, agents);
  return { ...found, session: plan.session };
}

/** Uses the baseline for settings that permit more or are left to the agent: nothing here checks how it reads its log. */
export function withoutWider({
  settings,
  drift,
  baseline,
}: Pick<RestorePlan, "settings" | "drift" | "baseline">): Settings {
  const narrowed = drift.flatMap(({ subject, recorded, widens }) =>
    widens && Object.hasOwn(settings, subject) ? [[subject, recorded] as const] : [],
  );
  return {
    ...settings,
    sandbox: settings.sandbox ?? baseline?.sandbox ?? null,
    approvalPolicy: settings.approvalPolicy ?? baseline?.approvalPolicy ?? null,
    ...Object.fromEntries(narrowed),
  };
}
