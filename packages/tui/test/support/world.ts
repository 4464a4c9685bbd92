import { setTimeout as sleep } from "node:timers/promises";
import type { AgentTraits, Draft, Library, Projects, Runner, Timestamp } from "@reprise/model";
import type { World } from "../../src/world.ts";

const least = { asks: false, steers: false, takesImages: false, takesFiles: false };

export const sampleAgents: readonly AgentTraits[] = [
  { agent: "codex", title: "Codex", ...least, asks: true, steers: true },
  { agent: "claude", title: "Claude Code", ...least },
  { agent: "gemini", title: "Gemini CLI", ...least },
  { agent: "opencode", title: "OpenCode", ...least },
];

/** A world in a test: what is not given cannot be reached. */
export function testWorld(
  given: Partial<World> & {
    readonly library?: Library;
    readonly runs?: Runner;
    readonly inRounds?: Projects;
  } = {},
): World & {
  readonly copied: string[];
  readonly saved: Map<string, Draft>;
  /** Prompts that are on disk, by their id. */
  readonly onDisk: Map<string, string>;
} {
  const copied: string[] = [];
  const saved = new Map<string, Draft>();
  const onDisk = new Map<string, string>();
  let promptCount = 0;
  const none = (what: string) => (): never => {
    throw new Error(`${what} is not part of this test.`);
  };
  return {
    copied,
    saved,
    onDisk,
    prompts: {
      save: (text) => {
        promptCount += 1;
        onDisk.set(`prompt-${promptCount}`, text);
        return `prompt-${promptCount}`;
      },
      drop: (id) => void onDisk.delete(id),
    },
    library: given.library ?? (new Proxy({}, { get: (_, name) => none(`library.${String(name)}`) }) as Library),
    runner: async () => given.runs ?? none("a runner")(),
    projects: async () => given.inRounds ?? ({ list: async () => [] } as unknown as Projects),
    reviews: async () => none("a review")(),
    drafts: {
      load: (place) => saved.get(place) ?? null,
      save: (place, draft) => void saved.set(place, draft),
    },
    cwd: "/home/me/shop",
    homeFolder: "/home/me",
    now: () => "2026-11-15T12:00:00.000Z" as Timestamp,
    after: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}), // aborted
    copy: (text) => void copied.push(text),
    edit: none("an editor"),
    openInEditor: none("an editor"),
    openAgent: none("an agent") as (session: string) => Promise<void>,
    exportSession: none("an export"),
    files: async () => [],
    image: none("an image"),
    models: async () => [],
    agentCommand: async (session) => `cd /home/me/shop && codex resume ${session}`,
    annotations: async () => none("an annotation")(),
    preferences: { load: () => ({ hasPreview: true }), save: () => {} },
    agent: "codex",
    traits: sampleAgents,
    agents: async () => sampleAgents.slice(0, 1).map((one) => ({ ...one, whyNot: null })),
    prefer: () => {},
    isDemo: false,
    ...given,
  };
}
