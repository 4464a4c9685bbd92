/**
 * `@reprise/chat`: conversations of programs with agents, one message a turn, in a sandbox. For people: docs/chat.md.
 *
 * - wired for this machine: open-chats.ts; for servers that share a database: fleet.ts
 * - what a request means, and a chat as programs see it: turn/requested-turn.ts
 * - one turn at a time for each chat: agent-chats.ts; those that wait: turn/turn-queue.ts
 * - when a turn counts: turn/carry-out-turn.ts (files in, message, files out, committed together), then docs/formats/chat.md
 * - one message, one process: turn/run-chat.ts; each agent's command and output: agents/<agent>/chat.ts
 * - where it runs: sandbox/sandbox.ts (a new one: `SandboxProvider`, and its suite testkit/conformance/sandbox.ts), sandbox/local-sandbox.ts,
 *   sandbox/bubblewrap-sandbox.ts, sandbox/container/container-sandbox.ts, sandbox/vercel/vercel-sandbox.ts
 * - how a workspace travels: workspace/pack-workspace.ts, workspace/unpack-workspace.ts; other files: turn/travel.ts
 * - what is kept, and who has the lease: store/chat-store.ts (the contract), store/file-chat-store.ts
 * - chats as sessions, for lists and searches: chat-sessions.ts; a session of the person's own that a new chat continues: own-sessions.ts
 * - what the agent needs not make again for the next message: turn/kept-databases.ts
 * - what a failed turn left behind, for the next one: turn/recap.ts
 */

export { builtInAgents, nodeHost } from "@reprise/core";
export type {
  ChatAgent,
  ChatCommand,
  ChatCommandTurn,
  ChatHome,
  ChatMapperTurn,
  PersonalFile,
  ProcessEnd,
  StdoutMapper,
} from "@reprise/core/agents";
export {
  type Chat,
  ChatBusyError,
  type ChatErrorCode,
  type ChatEvent,
  type ChatInput,
  type ChatPermissions,
  type ChatRequest,
  type ChatResult,
  type Chats,
  type ChatTurn,
  type ChatUsage,
  type NumberedChatEvent,
  SessionError,
} from "@reprise/model";
export { chatEventSchema, chatInputSchema, chatRequestSchema } from "@reprise/model/schema";
export * from "./open-chats.ts";
export { bubblewrapSandbox } from "./sandbox/bubblewrap-sandbox.ts";
export { checkedFiles, outermostPaths } from "./sandbox/checked-files.ts";
export { type ContainerOptions, containerSandbox } from "./sandbox/container/container-sandbox.ts";
export { localSandbox } from "./sandbox/local-sandbox.ts";
export * from "./sandbox/sandbox.ts";
export { type VercelSandboxOptions, vercelSandbox } from "./sandbox/vercel/vercel-sandbox.ts";
export type { VercelSandboxClass } from "./sandbox/vercel/vercel-types.ts";
export * from "./store/chat-store.ts";
export { FileChatStore } from "./store/file-chat-store.ts";
export { type ChatLimits, type ChatRunEnd, type RunChatOptions, runChat, usualChatLimits } from "./turn/run-chat.ts";
export { usualWorkspaceLimits, type WorkspaceLimits } from "./workspace/limits.ts";
export {
  type Omitted,
  type PackedWorkspace,
  packWorkspace,
  type WorkspacePart,
} from "./workspace/pack-workspace.ts";
export { unpackWorkspace } from "./workspace/unpack-workspace.ts";
export { WorkspaceError, type WorkspaceProblem } from "./workspace/workspace-error.ts";
