import type { Permissions, Settings, ThreadId } from "@reprise/model";

/** What a sandbox that may write permits besides the workspace. */
export type SandboxLimits = Pick<Permissions, "networkAccess" | "writableRoots">;

/** Opens a session in the agent's own interface. */
export interface Interactive {
  /** Repeats recorded settings that have an option; never widens permissions beyond `limits`. */
  args(thread: ThreadId, settings: Settings, limits?: SandboxLimits | null): readonly string[];
  /** Makes the agent use this home. */
  homeEnv(home: string, env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>;
}
