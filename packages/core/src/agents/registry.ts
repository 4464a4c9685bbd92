import { claudeAgent } from "./claude/agent.ts";
import { codexAgent } from "./codex/agent.ts";
import type { AgentDefinition } from "./definition.ts";
import { geminiAgent } from "./gemini/agent.ts";
import { opencodeAgent } from "./opencode/agent.ts";

/** Every agent, in display order. The first is run when none is named. */
export const builtInAgents: readonly [AgentDefinition, ...AgentDefinition[]] = [
  codexAgent,
  claudeAgent,
  geminiAgent,
  opencodeAgent,
];

/** CodexPotter runs this agent only, and does not record it. */
export const potterAgent = codexAgent.agent;
