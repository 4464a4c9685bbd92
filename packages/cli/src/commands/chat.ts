import { resolve } from "node:path";
import type { Agent, ChatPermissions, ChatRequest, ChatTurn } from "@reprise/model";
import { givenWith } from "../acting/given-with.ts";
import { checkHomes } from "../acting/said-settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { ChatPrinter } from "../print/chat-printer.ts";
import type { Command, Job } from "./command.ts";

/** An interrupt cancels the turn: the chat stays as it was. */
export const run: Command = async (job) => {
  checkHomes(job.values);
  const request = await requestOf(job);
  const { machine, values } = job;
  const chats = await machine.openChats(job.libraryOptions);
  const signal = machine.interruption();
  try {
    const turn = await chats.send(request, { key: values.key, signal });
    return await printed(job, turn, signal);
  } finally {
    await chats.close();
  }
};

async function printed(job: Job, turn: ChatTurn, signal: AbortSignal): Promise<ExitCode> {
  const cancel = () => void turn.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  const printer = new ChatPrinter(job);
  let isCompleted = false;
  // A turn that was sent before may run in another process: that one is not ours to cancel, we only stop listening.
  for await (const { event } of turn.events(0, turn.isRepeated ? signal : undefined)) {
    await printer.print(event);
    if (event.type === "result") isCompleted = event.status === "completed";
  }
  return isCompleted ? exitCodes.done : exitCodes.failed;
}

async function requestOf(job: Job): Promise<ChatRequest> {
  const { values, machine } = job;
  if (values.chat === null) throw badUse('chat needs --chat: reprise chat --chat CHAT "MESSAGE".');
  const message = await messageOf(job);
  const { instructions } = givenWith(job);
  const given = {
    ...sessionOf(values),
    model: values.model,
    effort: values.effort,
    workspace: values.workspace === null ? null : resolve(machine.cwd, values.workspace),
    sandbox: values["chat-sandbox"],
    permissions: values.permissions as ChatPermissions | null,
    instructions: instructions ?? null,
  };
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return { chat_id: values.chat, message, queue: values.queue, ...said };
}

/** By the agent's id, or by ours, which names the agent too. */
function sessionOf({ agent, "chat-session": session }: Job["values"]) {
  const [, own = null, thread = session] = /^([a-z]+):(.+)$/s.exec(session ?? "") ?? [];
  return { session_id: thread, agent: (agent ?? own) as Agent | null };
}

/** As it is: nothing is trimmed. */
async function messageOf({ operands, machine }: Job): Promise<string> {
  const [word] = operands;
  const isPiped = word === "-" || (word === undefined && !machine.isTerminal.stdin);
  const message = isPiped ? await machine.readStdin() : word;
  if (message === undefined || message === "") throw badUse('chat needs MESSAGE: reprise chat --chat CHAT "MESSAGE".');
  return message;
}
