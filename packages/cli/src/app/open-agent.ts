import type { Host } from "@reprise/core";
import { findOwnInterface } from "@reprise/core/workbench";
import { type Runner, SessionError, type SessionId, usualWish } from "@reprise/model";
import type { LibraryOptions } from "../surroundings.ts";
import { startProgram } from "./start-program.ts";

/** The agent's own interface, with what was recorded, in the session's directory; resolves when it has ended. */
export async function openAgent(
  session: SessionId,
  runner: Runner,
  host: Host,
  options: Pick<LibraryOptions, "homes">,
): Promise<void> {
  const { settings } = await runner.plan(session, usualWish);
  const { title, program, args, cwd, env, whenMissing } = await findOwnInterface(
    session,
    settings,
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
