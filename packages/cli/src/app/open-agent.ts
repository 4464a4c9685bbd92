import type { Host } from "@reprise/core";
import { findOwnInterface, type InterfaceOptions } from "@reprise/core/workbench";
import {
  type RestorePlan,
  type Runner,
  SessionError,
  type SessionId,
  type Settings,
  usualWish,
} from "@reprise/model";
import { startProgram } from "./start-program.ts";

/** The agent's own interface, set up as recorded but with no wider permissions, in the session's directory; resolves when it has ended. */
export async function openAgent(
  session: SessionId,
  runner: Runner,
  host: Host,
  options: InterfaceOptions,
): Promise<void> {
  const { title, program, args, cwd, env, whenMissing } = await findOwnInterface(
    session,
    withoutWider(await runner.plan(session, usualWish)),
    host,
    options,
  );
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

/**
 * The settings of a plan, with the baseline's where they would permit more, or where they are left to the agent: nobody checks
 * here what it makes of its log.
 */
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
