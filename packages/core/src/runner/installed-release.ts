import type { Agent } from "@reprise/model";
import { type Ability, lackOf } from "../agents/driving/releases.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

interface InstalledRelease {
  /** Null if unknown without starting the agent. */
  readonly version: string | null;
  /** Why it lacks an ability, with the release that has it; null if it has it or is unknown. */
  readonly lacks: (ability: Ability) => string | null;
  /** Checked only when the agent starts. */
  readonly unchecked: readonly string[];
}

/** The release of an agent that a plan assumes; does not start the agent. */
export function installedRelease(agent: Agent, { driverOf, environment, host }: EvidenceReader): InstalledRelease {
  const driver = driverOf(agent);
  const table = driver?.releases;
  if (!table) return { version: null, lacks: () => null, unchecked: [] };
  const version = driver.installed?.({ program: environment.programOf(agent), env: host.env }) ?? null;
  const unchecked = version === null ? [`release of ${table.title}`] : [];
  return { version, lacks: (ability) => lackOf(table, version, ability), unchecked };
}
