import { setTimeout as sleep } from "node:timers/promises";
import { nodeHost } from "@reprise/core";
import type { ChatEvent, ChatResult, Chats } from "@reprise/model";
import {
  bundleScript,
  codex,
  disposeAll,
  familyMark,
  familyMembers,
  killTogether,
  spawnAgent,
  startMachine,
} from "@reprise/testkit";
import { openChats } from "../../src/open-chats.ts";

export interface ChatKill {
  readonly who: "server" | "agent" | "both";
  /** From the start; null for no kill. */
  readonly afterMs: number | null;
}

export interface ChatKillResult {
  /** The empty list is the good answer. */
  readonly problems: readonly string[];
  readonly tookMs: number;
  /** Before the kill. */
  readonly hasEnded: boolean;
}

const messages = ["count the red apples", "count the green pears"];
const victim = new URL("./victim.ts", import.meta.url);

/** A chat of two messages with the real Codex, killed; then what a client does: it sends again what was not answered, and goes on. */
export async function chatKillCase({ who, afterMs }: ChatKill): Promise<ChatKillResult> {
  const machine = await startMachine("chat-kill", codex);
  const env = { ...machine.env, ...familyMark };
  const { model } = machine;
  const call = { call: codex.shellCall("echo counted") };
  for (const match of messages) {
    model.push({ match, times: 1, actions: [{ text: "I look.", chunks: 3, paceMs: 20 }, call] });
    model.push({ match, actions: [{ text: "There are some.", chunks: 4, paceMs: 20 }] });
  }
  let chats: Chats | null = null;
  try {
    const startedAt = performance.now();
    const args = [bundleScript(victim), JSON.stringify(messages)];
    const child = spawnAgent({
      command: process.execPath,
      leadingArgs: [],
      args,
      cwd: machine.scratch.workspace,
      env,
      hasInput: false,
    });
    const isOver = child.exited.then(() => true);
    const hasEnded = await (afterMs === null ? isOver : Promise.race([sleep(afterMs, false), isOver]));
    if (!hasEnded) killed(who, child.pid);
    await child.exited;
    const tookMs = performance.now() - startedAt;
    chats = openChats(nodeHost(env));
    const problems = await continued(chats, acknowledged(child.lines));
    const last = JSON.stringify(model.requests.at(-1)?.body ?? "");
    for (const message of messages) {
      const times = last.split(message).length - 1;
      if (times !== 1) problems.push(`"${message}" is ${times} times in the history`);
    }
    if (familyMembers().length > 0) problems.push("a process is left");
    return { problems, tookMs, hasEnded };
  } finally {
    await chats?.close();
    await disposeAll();
    await machine.close();
  }
}

/** The victim has no child but the agent. */
function killed(who: ChatKill["who"], pid: number): void {
  const agents = familyMembers().filter((member) => member !== pid);
  killTogether([...(who === "server" ? [] : agents), ...(who === "agent" ? [] : [pid])]);
}

/** Which messages the program knows to be answered. */
function acknowledged(lines: readonly string[]): ReadonlySet<number> {
  const results = lines.map((line) => JSON.parse(line) as { index: number; result: ChatResult });
  return new Set(results.filter(({ result }) => result.status === "completed").map(({ index }) => index));
}

async function continued(chats: Chats, answered: ReadonlySet<number>): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (answered.has(index)) continue;
    // Under the same key it may turn out to be answered; else it is sent anew.
    const again = await chats.send({ chat_id: "c", message }, { key: `key-${index}` });
    if ((await resultOf(again)).status === "completed") continue;
    const anew = await resultOf(await chats.send({ chat_id: "c", message }, { key: `anew-${index}` }));
    if (anew.status !== "completed") problems.push(`message ${index} ended as ${JSON.stringify(anew)}`);
  }
  const next = await resultOf(await chats.send({ chat_id: "c", message: "and the sum?" }));
  if (next.status !== "completed") problems.push(`the next message ended as ${JSON.stringify(next)}`);
  const { turns } = await chats.chat("c");
  if (turns.some(({ status }) => status === "running")) problems.push("a dead turn is said to be running");
  return problems;
}

async function resultOf(turn: Awaited<ReturnType<Chats["send"]>>): Promise<ChatResult> {
  let last: ChatEvent | null = null;
  for await (const { event } of turn.events()) last = event;
  if (last?.type !== "result") throw new Error(`The last event is ${JSON.stringify(last)}.`);
  return last;
}
