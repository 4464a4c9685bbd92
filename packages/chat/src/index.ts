/**
 * `@reprise/chat`: core/chat for programs, and a sandbox of another vendor. For people: docs/chat.md.
 *
 * - what it offers of Reprise: core/chat.ts
 * - turns in a Vercel sandbox: vercel-sandbox.ts; a command there: vercel-process.ts, vercel-scripts.ts; files: vercel-files.ts
 * - what it needs of the vendor's package, which is the caller's: vercel-types.ts
 */

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
