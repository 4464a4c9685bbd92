// Chats of programs with agents.
export type {
  ChatAgent,
  ChatCommand,
  ChatCommandTurn,
  ChatHome,
  ChatMapperTurn,
  PersonalFile,
  ProcessEnd,
  StdoutMapper,
} from "./agents/chat/chat-agent.ts";
export { localSandbox } from "./chat/sandbox/local-sandbox.ts";
export { takePersonalFiles } from "./chat/sandbox/personal-files.ts";
export * from "./chat/sandbox/sandbox.ts";
export * from "./chat/store/chat-store.ts";
