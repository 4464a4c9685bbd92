import { asThreadId, type ChatInput, noSettings, SessionError } from "@reprise/model";
import { chatInputSchema } from "@reprise/model/schema";
import type { Launch } from "../driving/driver.ts";
import type { ExecAgent, ExecTurn } from "../exec/exec-agent.ts";
import type { ChatAgent, ChatCommand, ChatCommandTurn, ChatHome, ChatMapperTurn } from "./chat-agent.ts";
import { JsonLinesMapper } from "./stdout-mapper.ts";

export type ChatExec = Pick<
  ExecAgent,
  "agent" | "title" | "program" | "takesId" | "threadShape" | "readsInstructions" | "command" | "reader"
>;

const instructionsFile = "instructions.md";

/** An agent's headless mode, for programs. */
export function execChatAgent(exec: ChatExec, home: ChatHome): ChatAgent {
  const { agent, title, program } = exec;
  return {
    ...{ agent, title, program, home, requestSchema: chatInputSchema },
    createCommand: (turn) => commandOf(exec, turn),
    createStdoutMapper: (turn) => mapperOf(exec, turn),
  };
}

function commandOf(exec: ChatExec, turn: ChatCommandTurn): ChatCommand {
  const { input, home } = turn;
  const { message, instructions } = input;
  if (message.includes("\0")) throw badUse("A message holds no NUL.");
  const isFile = instructions !== undefined && exec.readsInstructions === true;
  const {
    args,
    env,
    input: stdin = message,
  } = exec.command({
    ...turnOf(exec, turn),
    instructionsFile: isFile ? `${home}/${instructionsFile}` : null,
  });
  const files = isFile ? [{ path: instructionsFile, text: instructions }] : [];
  return { program: exec.program, args, env, input: stdin, files };
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
    ...{ title: exec.title, reader: exec.reader(turn), asked, usageBefore: usageBefore ?? null },
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

function badUse(message: string): SessionError {
  return new SessionError("bad-use", message);
}
