export { attachedText } from "./agents/attached-text.ts";
export { codexSource } from "./agents/codex/source.ts";
export {
  type ActingAgent,
  type AgentDefinition,
  type AgentProgram,
  agentTraits,
} from "./agents/definition.ts";
export {
  type AgentDriver,
  DriverError,
  type Launch,
  type LiveThread,
} from "./agents/driving/driver.ts";
export type { About, Fact } from "./agents/reading/fact.ts";
export {
  type AgentSource,
  type Decoded,
  type Depth,
  existingHomes,
  type Position,
  type RolloutRef,
} from "./agents/reading/source.ts";
export { builtInAgents } from "./agents/registry.ts";
export { asText } from "./agents/writing/native-items.ts";
export type { NativeWriter, WriteOrder } from "./agents/writing/native-writer.ts";
export type { PortableCall, PortableItem } from "./agents/writing/portable.ts";
export { knownTags } from "./annotations/known-tags.ts";
export { openAnnotations } from "./annotations.ts";
export { type RecentTitle, recentTitles } from "./catalog/query/recent-titles.ts";
export type { Host } from "./host/host.ts";
export { nodeHost } from "./host/node-host.ts";
export { isConfinedPeer } from "./host/processes/confined-peer.ts";
export { findProgram, withAbsolutePath } from "./host/processes/find-program.ts";
export { programProblem } from "./host/processes/program-problem.ts";
export { startThread, type Thread } from "./host/threads.ts";
export { indexRest, type LibraryOptions, openLibrary, serveThread } from "./library.ts";
export { type Chain, chainOf } from "./transcript/chain.ts";
export { type Outline, Outliner } from "./transcript/outline.ts";
export { readTurns } from "./transcript/read-turns.ts";
export { turnStateOf } from "./transcript/turn-tracker.ts";
