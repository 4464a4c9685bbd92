import { type AgentDefinition, headless } from "@reprise/core/agents";
import { homeOf } from "./home.ts";
import { echoSource } from "./source.ts";

/** An agent outside Reprise: added as CONTRIBUTING says, and registered by tests only. */
export const echoAgent: AgentDefinition = {
  agent: "echo",
  title: "Echo",
  program: "echo-agent",
  install: "there is no package of it",
  signIn: "It takes everyone",
  can: { ...headless, takesImages: false, takesFiles: false, contextTokens: 100_000 },
  source: echoSource,
  ownFolders: ({ env }) => [homeOf({ home: null, env })],
  acting: async () => (await import("./acting.ts")).acting,
};
