/**
 * The agents, and what they share; each has a folder. To add one: CONTRIBUTING.md, “Add an agent”.
 *
 * - what an agent is to everything else: definition.ts
 * - how its files become facts: reading/source.ts (the contract), reading/fact.ts (the facts), reading/lines.ts (bytes to lines)
 * - how it is run: driving/driver.ts (the contract); with one process a turn: exec/exec-agent.ts, exec/driver.ts
 * - which release is installed, and what releases can do: driving/installed-version.ts, driving/releases.ts
 * - how its permissions are compared: driving/permission-rules.ts; with what files of the workspace add: driving/workspace-files.ts
 * - how a session is written into its store: writing/native-writer.ts; which of its tools a call becomes: writing/native-items.ts
 * - how its sessions move to another machine: writing/session-mover.ts
 * - what makes a session fail: ailments/ailment-scan.ts, with a case in core/test/ailing/; what providers refuse: testkit/models/shape/
 * - how programs chat with it: chat/chat-agent.ts; what its output means there: chat/chat-events.ts
 * - the label of an attachment that is sent as text: attached-text.ts
 *
 * A decoder has two depths. `outline` looks at the head of each line, since most of a log is text that a list leaves out; `full` parses
 * everything. Both report facts through the same code, and tests compare them.
 */

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
