import { asThreadId, type ChatInput, noSettings } from "@reprise/model";
import { chatInputSchema } from "@reprise/model/schema";
import { DriverError, type Launch } from "../driving/driver.ts";
import type { ExecAgent, ExecCommand, ExecTurn } from "../exec/exec-agent.ts";
import type { ChatAgent, ChatCommand, ChatCommandTurn, ChatHome, ChatMapperTurn } from "./chat-agent.ts";
import { badUse, checkInput } from "./check-input.ts";
import { JsonLinesMapper } from "./stdout-mapper.ts";

export interface ChatExec
  extends Pick<ExecAgent, "agent" | "title" | "program" | "takesId" | "threadShape" | "readsInstructions" | "reader"> {
  readonly vendor?: string | undefined;
  command(turn: ExecTurn): ChatExecCommand;
}

export interface ChatExecCommand extends ExecCommand {
  readonly files?: ChatCommand["files"];
}

const instructionsFile = "instructions.md";

/** An agent's headless mode, for programs. */
export function execChatAgent(exec: ChatExec, home: ChatHome): ChatAgent {
  const { agent, title, program, vendor } = exec;
  return {
    agent,
    title,
    program,
    vendor,
    home,
    requestSchema: chatInputSchema,
    createCommand: (turn) => commandOf(exec, turn),
    createStdoutMapper: (turn) => mapperOf(exec, turn),
  };
}

function commandOf(exec: ChatExec, turn: ChatCommandTurn): ChatCommand {
  const { input, home } = turn;
  const { message, instructions } = input;
  checkInput(input);
  const isFile = instructions !== undefined && exec.readsInstructions === true;
  const {
    args,
    env,
    input: stdin = message,
    files: more = [],
  } = made(exec, {
    ...turnOf(exec, turn),
    instructionsFile: isFile ? `${home}/${instructionsFile}` : null,
  });
  const files = [...more, ...(isFile ? [{ path: instructionsFile, text: instructions }] : [])];
  return { program: exec.program, args, env, input: stdin, files };
}

function made(exec: ChatExec, turn: ExecTurn): ChatExecCommand {
  try {
    return exec.command(turn);
  } catch (error) {
    throw error instanceof DriverError ? badUse(error.message) : error;
  }
}

function turnOf(exec: ChatExec, { input, newId, workspace, permissions, env, release }: ChatCommandTurn) {
  const { message, session_id, model = null, effort = null, instructions = null } = input;
  if (session_id !== undefined && !exec.threadShape.test(session_id))
    throw badUse(`${JSON.stringify(session_id.slice(0, 80))} is no id of a ${exec.title} session.`);
  const settings = { ...noSettings, model, effort, sandbox: permissions, cwd: workspace };
  const id = session_id ?? (exec.takesId ? newId : null);
  return {
    thread: id === null ? null : asThreadId(id),
    isNew: session_id === undefined,
    prompt: { id: "chat", text: message },
    launch: { ...noLaunch, settings, env: env ?? {}, instructions },
    release: release ?? null,
  } satisfies ExecTurn;
}

function mapperOf(exec: ChatExec, { input, usageBefore }: ChatMapperTurn): JsonLinesMapper {
  const launch = { ...noLaunch, settings: { ...noSettings, model: input.model ?? null } };
  const asked = input.session_id ?? null;
  const thread = asked === null ? null : asThreadId(asked);
  const turn = { thread, isNew: asked === null, prompt: promptOf(input), launch };
  return new JsonLinesMapper({
    title: exec.title,
    reader: exec.reader(turn),
    asked,
    usageBefore: usageBefore ?? null,
  });
}

function promptOf({ message }: ChatInput) {
  return { id: "chat", text: message };
}

/** Commands and readers of a turn start nothing: the rest of a launch is not used. */
const noLaunch: Launch = {
  settings: noSettings,
  env: {},
  home: null,
  program: null,
  onLine: () => undefined,
  signal: new AbortController().signal,
};
