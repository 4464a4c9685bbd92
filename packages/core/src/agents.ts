// What an agent's own folder is made of, for one that lies outside this package.
export type { AilmentScan } from "./agents/ailments.ts";
export { type ActingAgent, type AgentDefinition, headless, programOf } from "./agents/definition.ts";
export type { ExecAgent, ExecTurn, TurnEnd, TurnReader } from "./agents/exec/agent.ts";
export { execDriver, uuidShape } from "./agents/exec/driver.ts";
export type { Interactive } from "./agents/interactive.ts";
export type { PermissionRules } from "./agents/permission-rules.ts";
export { usualAgents } from "./agents/registry.ts";
export type { NativeWriter } from "./agents/writer.ts";
