import type { Settings, ThreadId } from "@reprise/model";

/** Opens a session in the agent's own interface. */
export interface Interactive {
  /** Repeats recorded settings that have an option; never widens permissions. */
  args(thread: ThreadId, settings: Settings): readonly string[];
  /** Makes the agent use this home. */
  homeEnv(home: string, env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>;
}
