/**
 * What tests of more than one package need.
 *
 * - suites that every implementation of a contract runs: conformance/, such as conformance/source.ts and conformance/library.ts
 * - the real agents in scratch homes: agents/codex.ts and its neighbours, agents/machine.ts; models that answer by a script: models/start.ts,
 *   with what providers refuse: models/shape/
 * - the contracts in memory: memory-library.ts, memory-runner.ts, memory-chats.ts, memory-reviews.ts; on files: file-stages/
 * - a scratch folder, a host in memory, a disk that fails: host/scratch.ts, host/memory-host.ts, host/failing-disk.ts
 * - a PostgreSQL server, `@reprise/testkit/postgres`: postgres/server.ts; a bucket: s3/s3-server.ts
 * - a terminal: terminal/pty.ts; a GitHub server: github/github.ts; an agent that was added as CONTRIBUTING.md says: echo-agent/agent.ts
 * - hostile texts and questions: growth/hostile-texts.ts, spoofing/hostile-request.ts
 */

export type { AgentHome, TestAgent, TurnOptions } from "./agents/agent.ts";
export { type AgentName, type Binary, locateBinary } from "./agents/binaries.ts";
export { claude } from "./agents/claude.ts";
export { codex } from "./agents/codex.ts";
export {
  type AppServer,
  AppServerError,
  type AppServerOptions,
  type Notification,
  type ServerRequest,
  startAppServer,
} from "./agents/codex-app-server.ts";
export { bareEnvironment, programEnv } from "./agents/environment.ts";
export { familyMark, familyMembers, killTogether } from "./agents/family.ts";
export { gemini } from "./agents/gemini.ts";
export { type Machine, startMachine } from "./agents/machine.ts";
export { opencode } from "./agents/opencode.ts";
export { type AgentProcess, disposeAll, type Exit, type Launch, spawnAgent } from "./agents/process.ts";
export { type AnnotationsUnderTest, describeAnnotations } from "./conformance/annotations.ts";
export { anyTurns } from "./conformance/any-turns.ts";
export { type ChatAgentCase, describeChatAgent } from "./conformance/chat-agent.ts";
export { type ChatStoreStage, describeChatStore } from "./conformance/chat-store.ts";
export { describeChats } from "./conformance/chats.ts";
export { type ChatsStage, eventsOf, resultOf, sessionIdIn } from "./conformance/chats-stage.ts";
export {
  type AskingFace,
  describeAskingFace,
  describeSilentFace,
  type SilentFace,
} from "./conformance/consent-faces.ts";
export { type DriverCase, describeDriver } from "./conformance/driver.ts";
export { type LineReader, lastItems, readRecording } from "./conformance/driver-recording.ts";
export { FacedPerson } from "./conformance/faced-person.ts";
export { describeForks, type ForkCase } from "./conformance/forks.ts";
export { expectGolden } from "./conformance/golden.ts";
export { describeLibrary, type LibraryUnderTest } from "./conformance/library.ts";
export { conformanceSeeds } from "./conformance/library-seeds.ts";
export { describeLog, type LogPromises, type LogStage } from "./conformance/log.ts";
export { describeObjectStore, type ObjectStoreStage } from "./conformance/object-store.ts";
export { describeProjects } from "./conformance/projects.ts";
export type { ProjectsStage, TestedProjects } from "./conformance/projects-stage.ts";
export { describeReviews } from "./conformance/reviews.ts";
export type { ReviewsStage } from "./conformance/reviews-stage.ts";
export { describeRunner } from "./conformance/runner.ts";
export { Listener, lasting, type OtherProcess, type RunnerStage } from "./conformance/runner-stage.ts";
export { describeSandbox, type SandboxCase } from "./conformance/sandbox.ts";
export { describeSource, type SourceCase, type SourceSuite } from "./conformance/source.ts";
export {
  describeStdoutMapper,
  type Mapped,
  type MapperCase,
  mapOutput,
} from "./conformance/stdout-mapper.ts";
export { describeWorkbenches } from "./conformance/workbench.ts";
export { entriesAnywhere, Page, type WorkbenchStage } from "./conformance/workbench-stage.ts";
export { describeWriter, type WriterCase } from "./conformance/writer.ts";
export { sampleHistory } from "./conformance/writer-history.ts";
export { carefulConsent } from "./consent.ts";
export { echoChat, echoProgram } from "./echo-agent/acting.ts";
export { echoAgent } from "./echo-agent/agent.ts";
export { openFileLibrary } from "./file-stages/library-stage.ts";
export { type FileProjectsStage, openProjectsStage } from "./file-stages/projects-stage.ts";
export { type FileReviewsStage, openReviewsStage } from "./file-stages/reviews-stage.ts";
export { openFileStage } from "./file-stages/runner-stage.ts";
export { openStoppedSession, type StoppedSession } from "./file-stages/stopped-session.ts";
export { openWorkbenchStage } from "./file-stages/workbench-stage.ts";
export {
  type GitHubAnswer,
  type GitHubComment,
  type GitHubPull,
  type LoopbackGitHub,
  startGitHub,
} from "./github/github.ts";
export { growthProblems, type TextFunction } from "./growth/growth.ts";
export { hostileTexts } from "./growth/hostile-texts.ts";
export { itemsOf } from "./growth/items-of.ts";
export { type HeldQuery, heldQueries, heldSessions } from "./held-queries.ts";
export { bundleScript } from "./host/bundle-script.ts";
export { compareTrees, hashTree, type TreeChange, type TreeHash } from "./host/hash-tree.ts";
export { withLimit } from "./host/limit.ts";
export * from "./host/memory-host.ts";
export { until } from "./host/poll.ts";
export { type Random, randomFrom } from "./host/random.ts";
export { makeScratch, type Scratch } from "./host/scratch.ts";
export { makeScriptedHome, type Opened, type ScriptedHome } from "./host/scripted-home.ts";
export { annotationsOver, memoryAnnotations } from "./memory-annotations.ts";
export {
  type ChatAct,
  type ChatScript,
  ChatScriptError,
  MemoryChatStore,
  MemoryChats,
  reply,
} from "./memory-chats.ts";
export { libraryOf, memoryLibrary } from "./memory-library.ts";
export { MemoryReviews, sampleComment, samplePullRequest, sampleTarget } from "./memory-reviews.ts";
export { MemoryRunner } from "./memory-runner.ts";
export { openMemoryStage } from "./memory-runner-stage.ts";
export { MemoryStore } from "./memory-store.ts";
export { ask } from "./models/ask.ts";
export type { Model, ModelRequest } from "./models/model.ts";
export { type ModelInput, modelInputs } from "./models/model-input.ts";
export type { ModelKind } from "./models/protocol.ts";
export type { Action, MatchedReply, Reply, Script, ToolCall, Usage } from "./models/script.ts";
export { startModel } from "./models/start.ts";
export type { Strict } from "./models/strict.ts";
export { planOf } from "./plan-of.ts";
export { PlannedRunner } from "./planned-runner.ts";
export { type PlayedActs, type PlayedStage, playedRun } from "./played-run.ts";
export { type RecordedPlan, recordedPlans } from "./recorded-plans.ts";
export { type S3Fault, type S3Server, type S3ServerOptions, startS3 } from "./s3/s3-server.ts";
export { caseCount, isWhole, quickToStart, sampleOf, spreadOver } from "./sample.ts";
export {
  samplePermissions,
  sampleProject,
  sampleProjectPath,
  sampleProjectRow,
  sampleRound,
} from "./sample-project.ts";
export { definitionOf, loggedAgent } from "./scripted-agent/definition.ts";
export { type AgentScript, type AgentStep, step } from "./scripted-agent/script.ts";
export { ScriptedAgent } from "./scripted-agent/scripted-agent.ts";
export { type ScriptedLine, scripted, scriptedSource } from "./scripted-source.ts";
export { linesOf, promptTurn, type SeedTurn, type SessionSeed, transcriptFrom } from "./session-seed.ts";
export { memoryTerminal } from "./terminal/memory-terminal.ts";
export { endPtys, type PtyOptions, type PtyProgram, startPty } from "./terminal/pty.ts";
export type { PtyKey, ScreenProgram } from "./terminal/terminal-screen.ts";
export { textAfter } from "./terminal/text-after.ts";
export { TurnedClock } from "./terminal/turned-clock.ts";
export { outlineOf, type Reading, transcriptOf } from "./transcript-of.ts";
