// Chats with coding agents, for programs: docs/chat.md.
export { builtInAgents, nodeHost } from "@reprise/core";
export * from "@reprise/core/chat";
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
export { type VercelSandboxOptions, vercelSandbox } from "./vercel-sandbox.ts";
export type { VercelSandboxClass } from "./vercel-types.ts";
