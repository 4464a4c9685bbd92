import type { Settings, ThreadId } from "@reprise/model";

/** How a person is put into an agent's own interface, on a session of it. */
export interface Interactive {
  /** Recorded settings are said again where there is a word for them; none that would permit more. */
  args(thread: ThreadId, settings: Settings): readonly string[];
  /** What makes the agent use this home. */
  homeEnv(home: string, env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>;
}
