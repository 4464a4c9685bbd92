import { asThreadId, type Runner, SessionError, type Settings, sessionIdOf, usualWish } from "@reprise/model";
import type { ProjectPlace } from "../find/project-place.ts";
import type { ProjectLog } from "../log/log-record.ts";

interface Given {
  /** Named by the person for this resume. */
  readonly sandbox?: string | null | undefined;
  readonly runner: Runner;
}

/**
 * The latest in our log. A sandbox that it leaves out, as CodexPotter's does and as ours if none was named, is that of the last
 * round: what the agent is configured to do by now may be wider.
 *
 * The log is in the workspace, and a workspace may come from a stranger. Unless this machine has run the project, the log can
 * only narrow: throws `refused` if it asks for more.
 */
export async function recordedSettings(
  { resumed, started, rounds }: ProjectLog,
  { path }: ProjectPlace,
  { sandbox = null, runner }: Given,
): Promise<Partial<Settings>> {
  const logged = resumed?.settings ?? started?.settings ?? {};
  const isOurs = (await runner.runs({ kind: "project", path })).length > 0;
  const believed = isOurs ? logged : onlyNarrow(logged, sandbox);
  return { ...(believed.sandbox == null ? await lastSandbox(rounds, runner) : {}), ...believed };
}

const narrow = ["read-only", "workspace-write"];

function onlyNarrow(logged: Partial<Settings>, named: string | null): Partial<Settings> {
  const sandbox = logged.sandbox ?? null;
  if (sandbox === null || named !== null) return {};
  if (narrow.includes(sandbox)) return { sandbox };
  throw new SessionError(
    "refused",
    `Its log asks for the sandbox ${sandbox}, but this machine has never run the project. Name the sandbox you want with --sandbox. Nothing was changed.`,
  );
}

async function lastSandbox(rounds: ProjectLog["rounds"], runner: Runner): Promise<Partial<Settings>> {
  const configured = rounds.findLast((round) => round.configured)?.configured;
  if (!configured) return {};
  try {
    const session = sessionIdOf(configured.agent, asThreadId(configured.thread));
    const { sandbox } = (await runner.plan(session, usualWish)).settings;
    return sandbox === null ? {} : { sandbox };
  } catch (error) {
    if (error instanceof SessionError) return {}; // its log is gone: left to the agent
    throw error;
  }
}
