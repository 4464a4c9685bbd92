import { SessionError, type Settings } from "@reprise/model";
import type { AgentProgram } from "../agents/definition.ts";
import type { Interactive, SandboxLimits } from "../agents/driving/interactive.ts";
import type { AgentSource } from "../agents/reading/source.ts";
import type { Host } from "../host/host.ts";
import type { RecordedSession } from "../library/file-library.ts";

/** The command that opens a session in the agent's own interface. */
export interface OwnInterface {
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  /** The session's directory; null when it is gone or was never recorded. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variables of `env` that a person must set to run it: none if it finds the session's home by itself. */
  readonly needed: Readonly<Record<string, string>>;
  /** What to do when the program is missing. */
  readonly whenMissing: string;
}

export function ownInterfaceOf(
  { session, home }: Pick<RecordedSession, "session" | "home">,
  settings: Settings,
  interactive: AgentProgram & Interactive & { readonly source: Pick<AgentSource, "homes"> },
  host: Host,
  limits: SandboxLimits | null = null,
): OwnInterface {
  // The id is from the agent's files: one that reads as an option could widen what the agent may do.
  if (session.thread.startsWith("-"))
    throw new SessionError("refused", `${session.id} cannot be opened: its id reads as an option of ${session.agent}.`);
  const variable = `REPRISE_${session.agent.toUpperCase()}_BIN`;
  const homeEnv = interactive.homeEnv(home, host.env);
  const folder = settings.cwd ?? session.workspace;
  return {
    title: interactive.title,
    program: host.env[variable] || interactive.program,
    args: interactive.args(session.thread, settings, limits),
    cwd: folder !== null && host.files.stamp(folder) !== null ? folder : null,
    env: { ...host.env, ...homeEnv },
    needed: isFound(home, homeEnv, interactive.source, host) ? {} : homeEnv,
    whenMissing: `Install it with \`${interactive.install}\`, or set ${variable} to its program.`,
  };
}

/** Whether the program uses this home in any shell: it is the default, and no variable names another. */
function isFound(
  home: string,
  homeEnv: Readonly<Record<string, string>>,
  source: Pick<AgentSource, "homes">,
  host: Host,
): boolean {
  if (Object.keys(homeEnv).some((name) => host.env[name])) return false;
  const [usual] = source.homes(host);
  return usual !== undefined && host.files.real(usual) === host.files.real(home);
}
