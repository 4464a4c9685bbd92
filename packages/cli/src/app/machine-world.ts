import { type AgentDefinition, agentTraits, nodeHost } from "@reprise/core";
import {
  type AvailableAgent,
  agentsHere,
  appPreferencesOn,
  draftsOn,
  filesOn,
  imageOn,
  lastAgentOn,
  mayHaveUnfinishedWork,
  promptsOn,
} from "@reprise/core/app";
import {
  type Agent,
  type Library,
  type Projects,
  type Reviews,
  type Runner,
  SessionError,
  type Timestamp,
} from "@reprise/model";
import type { World } from "@reprise/tui";
import { homesIn } from "../homes.ts";
import type { LibraryOptions } from "../machine.ts";
import { clipboardSequence } from "../print/osc52.ts";
import { sleep } from "../sleep.ts";
import { editText } from "./edit-text.ts";
import { modelsUsed } from "./models-used.ts";
import { startProgram } from "./start-program.ts";
import { withPlaybacks } from "./with-playbacks.ts";

export interface WorldParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly agents: readonly [AgentDefinition, ...AgentDefinition[]];
  /** Agents that can start a session, where the machine does not decide it. */
  readonly playable?: readonly AvailableAgent[] | undefined;
  readonly homes: LibraryOptions["homes"];
  readonly library: Library;
  openRunner(): Promise<Runner>;
  openProjects(runner: Runner): Promise<Projects>;
  openReviews(runner: Runner): Promise<Reviews>;
  now(): Date;
  /** Absent: the clock of the machine. */
  readonly after?: World["after"] | undefined;
  /** Directly to the terminal, bypassing the screen. */
  write(text: string): void;
  /** The command that starts this program; null where it must not start again. */
  readonly program: readonly string[] | null;
  readonly isDemo: boolean;
}

/** This machine as the screens see it. Creates expensive parts on demand. */
export function machineWorld(parts: WorldParts): World & { close(): Promise<void> } {
  const { env, cwd, agents, homes, library, program, isDemo } = parts;
  const host = nodeHost(env);
  let opening: Promise<Runner> | null = null;
  let opened: Runner | null = null;
  let projects: Promise<Projects> | null = null;
  let reviews: Promise<Reviews> | null = null;
  const usualAgent = lastAgentOn(host, agents);
  let preferred: Agent | null = null;
  const runner = () => {
    opening ??= parts.openRunner().then((made) => {
      opened = made;
      return made;
    });
    return opening;
  };
  return {
    library: withPlaybacks(library, host),
    runner,
    mayHaveUnfinishedWork: () => mayHaveUnfinishedWork(host),
    cwd,
    isDemo,
    projects: () => {
      projects ??= runner().then((made) => parts.openProjects(made));
      return projects;
    },
    reviews: () => {
      reviews ??= runner().then((made) => parts.openReviews(made));
      return reviews;
    },
    drafts: draftsOn(host),
    preferences: appPreferencesOn(host),
    annotations: async () => (await import("../open-annotations.ts")).openAnnotationsOn(env, library),
    prompts: promptsOn(host),
    homeFolder: host.homeFolder,
    now: () => parts.now().toISOString() as Timestamp,
    after: parts.after ?? sleep,
    copy: (text) => parts.write(sequenceOf(text, env)),
    edit: (text) => editText(text, { env, cwd }),
    openInEditor: async (session) => {
      const { openInEditor } = await import("./open-in-editor.ts");
      await openInEditor(session, { library: withPlaybacks(library, host), env, cwd });
    },
    openAgent: async (session) => {
      const { openAgent } = await import("./open-agent.ts");
      await openAgent(session, { runner: await runner(), library, host, agents });
    },
    files: filesOn(host),
    image: (path, folder) => imageOn(host, path, folder),
    models: (agent) => modelsUsed(agent, library),
    exportSession: async (session, wish) => {
      const { exportFromApp } = await import("./export-from-app.ts");
      const known = [...homesIn(env, { homes }, agents), ...homesIn(env, {}, agents)];
      return exportFromApp(session, wish, { library, cwd, homeFolder: host.homeFolder, homes: known });
    },
    agentCommand: async (session) => {
      const { agentCommand } = await import("./open-agent.ts");
      return (await agentCommand(session, { runner: await runner(), library, host, agents })).command;
    },
    traits: agents.map(agentTraits),
    get agent() {
      preferred ??= usualAgent.load(cwd) ?? agents[0].agent;
      return preferred;
    },
    agents: async () => parts.playable ?? agentsHere(host, agents),
    prefer: (agent) => {
      preferred = agent;
      usualAgent.save(cwd, agent);
    },
    homes: homesIn(env, { homes }, agents).map(({ path }) => path),
    demo: program === null ? undefined : () => startDemo(program, { env, cwd }),
    async close() {
      // Rounds end in order before what they use.
      await (await projects)?.close();
      library.close();
      opened?.close();
    },
  };
}

/** A separate process, so the person's data is out of its reach. */
async function startDemo(
  [command = "", ...args]: readonly string[],
  place: Pick<WorldParts, "env" | "cwd">,
): Promise<void> {
  await startProgram({ command, args: [...args, "demo"], ...place });
}

function sequenceOf(text: string, env: WorldParts["env"]): string {
  try {
    return clipboardSequence(text, env);
  } catch (cause) {
    throw new SessionError("not-saved", "Too long for the terminal's clipboard. Use reprise export ID --output FILE.", {
      cause,
    });
  }
}
