import { randomUUID } from "node:crypto";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ChatAgent } from "@reprise/core/agents";
import type { ChatErrorCode, ChatEvent, ChatInput, ChatPermissions } from "@reprise/model";
import { chatEventSchema } from "@reprise/model/schema";
import type { TestAgent } from "../agents/agent.ts";
import { type Binary, locateBinary } from "../agents/binaries.ts";
import { bareEnvironment } from "../agents/environment.ts";
import { type AgentProcess, spawnAgent } from "../agents/process.ts";
import { makeScratch, type Scratch } from "../host/scratch.ts";
import type { Model, ModelRequest } from "../models/model.ts";
import type { ModelKind } from "../models/protocol.ts";
import type { Action, HttpAnswer } from "../models/script.ts";
import { startModel } from "../models/start.ts";

/** A chat agent with its real program, and the specifics of both. */
export interface ChatAgentCase {
  readonly chat: ChatAgent;
  /** With a scripted model; null for a program that replies by itself. */
  readonly agent: TestAgent | null;
  /** Of a program that replies by itself. */
  readonly binary?: Binary;
  /** The texts that a program which replies by itself got in this turn and before. */
  readonly heard?: (events: readonly ChatEvent[]) => readonly string[];
  /** For every turn. */
  readonly input?: Partial<ChatInput>;
  /** Default true; otherwise a request with one is refused. */
  readonly takesEffort?: boolean;
  /** A well-formed id that no session has. */
  readonly unknownSession: string;
  /** Instead of all beginnings that some agent would interpret; for agents that start slowly. */
  readonly beginnings?: readonly string[];
  /** Messages to send besides the usual ones. */
  readonly messages?: readonly string[];
  /** Which of them are refused, since the agent would change or forget them. */
  readonly refused?: readonly string[];
  /** What the turn ends with for an answer of the model. */
  readonly failures?: readonly { readonly answer: HttpAnswer; readonly code: ChatErrorCode }[];
  /** Changes a file by the agent's own tool. */
  readonly write?: (path: string) => Action;
  /** Files of the workspace that start programs in a later turn. */
  readonly startFiles?: readonly string[];
}

export interface ChatTurn {
  readonly events: readonly ChatEvent[];
  /** Requests of this turn. */
  readonly requests: readonly ModelRequest[];
}

export interface TurnSpec {
  readonly permissions?: ChatPermissions;
  /** Called once the process runs. */
  readonly during?: (running: AgentProcess) => Promise<void>;
}

/** Turns of chats, each in a home of its own that gets only the session files of the turn before. */
export class ChatStage {
  readonly given: ChatAgentCase;
  readonly scratch: Scratch;
  readonly model: Model;
  #homes = 0;

  static async open(given: ChatAgentCase): Promise<ChatStage> {
    const kind: ModelKind = given.agent?.modelKind ?? "messages";
    return new ChatStage(given, await makeScratch("reprise-chat-agent"), await startModel(kind));
  }

  private constructor(given: ChatAgentCase, scratch: Scratch, model: Model) {
    this.given = given;
    this.scratch = scratch;
    this.model = model;
  }

  chat(): StagedChat {
    return new StagedChat(this);
  }

  /** An empty home, configured for the scripted model. */
  async home(): Promise<{ home: string; env: Record<string, string> }> {
    const { agent, chat } = this.given;
    this.#homes += 1;
    const home = join(this.scratch.root, `home-${this.#homes}`);
    // Whatever the agent keeps outside its home does not reach the next turn.
    const elsewhere = join(this.scratch.root, `elsewhere-${this.#homes}`);
    await mkdir(home);
    await mkdir(elsewhere);
    const prepared = agent ? (await agent.prepareHome({ home, model: this.model })).env : {};
    const env = { ...prepared, ...(await bareEnvironment(elsewhere, this.model)), ...chat.home.env(home) };
    return { home, env };
  }

  async close(): Promise<void> {
    await this.model.close();
    await this.scratch.remove();
  }
}

export class StagedChat {
  session: string | null = null;
  readonly #stage: ChatStage;
  #home: string | null = null;

  constructor(stage: ChatStage) {
    this.#stage = stage;
  }

  async turn(input: ChatInput, { permissions = "workspace-write", during }: TurnSpec = {}): Promise<ChatTurn> {
    const { given, scratch, model } = this.#stage;
    const { chat } = given;
    const { home, env } = await this.#stage.home();
    if (this.#home !== null) await copySessions(chat, this.#home, home);
    const asked: ChatInput = {
      ...given.input,
      ...(this.session === null ? {} : { session_id: this.session }),
      ...input,
    };
    const command = chat.createCommand({
      input: asked,
      newId: randomUUID(),
      workspace: scratch.workspace,
      home,
      permissions,
      env,
    });
    for (const { path, text } of command.files) await writeIn(home, path, text);
    const before = model.requests.length;
    const binary = given.agent ? locateBinary(given.agent.name) : given.binary;
    if (!binary) throw new Error("The case names no program.");
    const running = spawnAgent({
      ...binary,
      args: command.args,
      cwd: scratch.workspace,
      hasInput: true,
      env: { ...env, ...command.env },
    });
    running.write(command.input);
    running.closeInput();
    await during?.(running);
    const exit = await running.exited;
    const mapper = chat.createStdoutMapper({ input: asked });
    const events = [
      ...running.lines.flatMap((line) => mapper.push(Buffer.from(`${line}\n`))),
      ...mapper.flush({ ...exit, stderr: running.stderr(), stopped: null }),
    ];
    for (const event of events) chatEventSchema.parse(event);
    this.#home = home;
    const requests = model.requests.slice(before).filter(({ number }) => number !== null);
    return { events, requests };
  }
}

async function copySessions({ home }: ChatAgent, from: string, to: string): Promise<void> {
  for (const path of home.sessions) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(from, path), join(to, path), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}

async function writeIn(home: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(home, path)), { recursive: true });
  await writeFile(join(home, path), text);
}
