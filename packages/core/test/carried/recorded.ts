import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AgentName, makeScratch, startMachine } from "@reprise/testkit";
import { homeOf, type Stage, testAgents } from "../replay/stage.ts";
import { givenIn, scenarios } from "./scenario.ts";

/** A session in which the model was given everything there is, and what its last request held of it. */
export interface Recorded {
  /** What is below the agent's home. */
  readonly folder: string;
  readonly given: readonly string[];
  remove(): Promise<void>;
}

const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));

/** Made with the real agent where everything is to be tried (`npm run campaign live`), else as it was recorded. */
export async function recordedSession(agent: AgentName): Promise<Recorded> {
  return process.env.REPRISE_WHOLE === "1" ? recordSession(agent) : fixtureOf(agent);
}

function fixtureOf(agent: AgentName): Recorded {
  const folder = join(fixtures, agent, "given");
  const given = JSON.parse(readFileSync(join(folder, "given.json"), "utf8"));
  return { folder, given, remove: async () => undefined };
}

export async function recordSession(agent: AgentName): Promise<Recorded> {
  const machine = await startMachine(`carried-${agent}`, testAgents[agent]);
  const kept = await makeScratch(`carried-${agent}-kept`);
  const folder = join(kept.root, "recorded");
  try {
    await scenarios[agent](machine);
    for (const name of sessionFiles[agent]) {
      const from = join(homeOf(agent, machine), name);
      if (existsSync(from)) cpSync(from, join(folder, name), { recursive: true });
    }
    return { folder, given: givenIn(machine), remove: kept.remove };
  } finally {
    await machine.close();
  }
}

/** What of an agent's home holds its sessions. */
const sessionFiles: Readonly<Record<AgentName, readonly string[]>> = {
  codex: ["sessions"],
  claude: ["projects"],
  gemini: ["projects.json", "tmp"],
  opencode: ["opencode.db", "opencode.db-wal"],
};

/** Puts the session into the agent's home on a stage, in place of any other. */
export function placeRecorded(agent: AgentName, { folder }: Recorded, stage: Stage): void {
  const home = homeOf(agent, stage);
  mkdirSync(home, { recursive: true });
  for (const name of sessionFiles[agent]) {
    rmSync(join(home, name), { recursive: true, force: true });
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(home, name), { recursive: true });
  }
}
