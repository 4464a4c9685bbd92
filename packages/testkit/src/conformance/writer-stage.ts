import { join } from "node:path";
import {
  type AgentDriver,
  type AgentSource,
  existingHomes,
  type Host,
  type Launch,
  type NativeWriter,
  nodeHost,
  type PortableCall,
  type PortableItem,
  type RolloutRef,
  type WriteOrder,
} from "@reprise/core";
import { asTimestamp, noSettings, type Settings, type ThreadId, type Timestamp } from "@reprise/model";
import type { AgentHome, TestAgent } from "../agents/agent.ts";
import { locateBinary } from "../agents/binaries.ts";
import { makeScratch, type Scratch } from "../host/scratch.ts";
import type { Model } from "../models/model.ts";
import { startModel } from "../models/start.ts";

type CallItem = Extract<PortableItem, { kind: "call" }>;

/** A writer with the real agent, and the specifics of both. */
export interface WriterCase {
  readonly writer: NativeWriter;
  readonly source: AgentSource;
  readonly driver: AgentDriver;
  readonly agent: TestAgent;
  /** For every launch. */
  readonly settings: Partial<Settings>;
  /** A call as the agent's model receives it, in this folder; none if the agent has no such tool. */
  readonly toldCall: (call: PortableCall, cwd: string) => readonly { readonly name: string; readonly input: unknown }[];
  /** The result of a call as the model receives it, if it is not the output itself. */
  readonly toldOutput?: (item: CallItem) => string;
  /** Below the user's home: what the agent's own program may change while it imports; default nothing. */
  readonly mayChange?: (path: string) => boolean;
}

export interface WriterStage {
  readonly given: WriterCase;
  readonly scratch: Scratch;
  readonly model: Model;
  readonly home: AgentHome;
  readonly host: Host;
  readonly thread: ThreadId;
  order(changes?: Partial<WriteOrder>): WriteOrder;
  launch(): Launch;
  /** All rollouts our own source lists in all homes. */
  rollouts(): readonly RolloutRef[];
}

/** `hasSessions`: the agent has already worked in this folder. */
export async function setWriterStage(given: WriterCase, hasSessions: boolean): Promise<WriterStage> {
  const { agent, writer, source, settings } = given;
  const scratch = await makeScratch();
  const model = await startModel(agent.modelKind, [], { strict: { pairedCalls: true, cleanText: true } });
  const home = await agent.prepareHome({ home: scratch.home, model });
  const host = nodeHost({ ...home.env, REPRISE_CACHE: join(scratch.root, "cache") });
  if (hasSessions) await home.spawnTurn({ prompt: "an earlier prompt", cwd: scratch.workspace }).exited;
  const { command, leadingArgs } = locateBinary(agent.name);
  const program = leadingArgs[0] ?? command;
  const { signal } = new AbortController();
  const all: Settings = { ...noSettings, cwd: scratch.workspace, ...settings };
  const thread = writer.newThread(host);
  // Named if it exists, otherwise found by the environment.
  const named = hasSessions ? (existingHomes(source.homes(host), host)[0] ?? null) : null;
  return {
    given,
    scratch,
    model,
    home,
    host,
    thread,
    order: (changes = {}) => ({
      thread,
      home: named,
      cwd: scratch.workspace,
      settings: all,
      at: asTimestamp("2026-11-15T10:01:00.000Z") as Timestamp,
      title: "A history to go on with",
      program,
      env: home.env,
      signal,
      ...changes,
    }),
    launch: () => ({
      settings: all,
      env: home.env,
      home: null,
      program,
      keepIn: join(scratch.root, "kept"),
      onLine: () => undefined,
      signal,
    }),
    rollouts: () => existingHomes(source.homes(host), host).flatMap((found) => source.locate(found, host).rollouts),
  };
}
