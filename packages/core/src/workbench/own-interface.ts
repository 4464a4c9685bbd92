import type { Settings } from "@reprise/model";
import type { AgentProgram } from "../agents/definition.ts";
import type { Interactive } from "../agents/driving/interactive.ts";
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
  /** What to do when the program is missing. */
  readonly whenMissing: string;
}

export function ownInterfaceOf(
  { session, home }: Pick<RecordedSession, "session" | "home">,
  settings: Settings,
  interactive: AgentProgram & Interactive,
  host: Pick<Host, "env" | "files">,
): OwnInterface {
  const variable = `REPRISE_${session.agent.toUpperCase()}_BIN`;
  const folder = settings.cwd ?? session.workspace;
  return {
    title: interactive.title,
    program: host.env[variable] || interactive.program,
    args: interactive.args(session.thread, settings),
    cwd: folder !== null && host.files.stamp(folder) !== null ? folder : null,
    env: { ...host.env, ...interactive.homeEnv(home, host.env) },
    whenMissing: `Install it with \`${interactive.install}\`, or set ${variable} to its program.`,
  };
}
