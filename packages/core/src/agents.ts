// Parts for an agent folder outside this package.
export type { AilmentScan } from "./agents/ailments/ailment-scan.ts";
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
export { execChatAgent } from "./agents/chat/exec-chat-agent.ts";
export { type ActingAgent, type AgentDefinition, headless } from "./agents/definition.ts";
export { execDriver, uuidShape } from "./agents/exec/driver.ts";
export type { ExecAgent, TurnEnd, TurnReader } from "./agents/exec/exec-agent.ts";
export type { NativeWriter } from "./agents/writing/native-writer.ts";
