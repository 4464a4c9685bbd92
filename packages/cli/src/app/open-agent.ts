import type { AgentDefinition, Host } from "@reprise/core";
import { findOwnInterface } from "@reprise/core/workbench";
import {
  type Library,
  type RestorePlan,
  type Runner,
  SessionError,
  type SessionId,
  type Settings,
  usualWish,
} from "@reprise/model";
import { startProgram } from "./start-program.ts";

interface OpenedMachine {
  readonly runner: Runner;
  readonly library: Library;
  readonly host: Host;
  readonly agents: readonly AgentDefinition[];
}

/** Starts the agent's interface in the session's directory, as recorded but with nothing wider; resolves at its end. */
export async function openAgent(
  session: SessionId,
  { runner, library, host, agents }: OpenedMachine,
): Promise<void> {
  const settings = withoutWider(await runner.plan(session, usualWish));
  const found = await findOwnInterface(session, settings, library, host, agents);
  const { title, program, args, cwd, env, whenMissing } = found;
  try {
    await startProgram({ command: program, args, cwd, env });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new SessionError(
      "refused",
      `${title} cannot be started as ${program} (${code ?? message}). ${whenMissing}`,
      { cause },
    );
  }
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
