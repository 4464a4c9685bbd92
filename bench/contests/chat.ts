import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FileChatStore, openChats } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import type { ChatEvent, Chats } from "@reprise/model";
import { codex, locateBinary, type Machine, spawnAgent, startMachine } from "@reprise/testkit";
import { contest, figure, figureOf } from "../measure/contest.ts";
import { program } from "../measure/reprise.ts";
import { memoryRow, type Row, ratioRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";

const atOnce = 50;

/** A message of a chat against `codex exec` with the same one; many chats at once; a server with many chats that do nothing. */
export async function chatContest(arena: Arena): Promise<Row[]> {
  const machine = await startMachine("bench-chat", codex);
  const chats = openChats(nodeHost(machine.env));
  try {
    return [
      ...(await turnRows(arena, machine, chats)),
      await manyRow(arena, machine, chats),
      await idleRow(arena, machine),
    ];
  } finally {
    await chats.close();
    await machine.close();
  }
}

async function turnRows(arena: Arena, machine: Machine, chats: Chats): Promise<Row[]> {
  let count = 0;
  let bareThread = "";
  const contenders = [
    {
      name: "first message",
      run: () => {
        count += 1;
        return timed(() => said(chats, `chat-${count}`));
      },
    },
    {
      name: "codex exec",
      run: () =>
        timed(async () => {
          bareThread = await bare(machine, []);
        }),
    },
    // The warm-up runs in this order, so there is a chat to continue.
    { name: "next message", run: () => timed(() => said(chats, `chat-${count}`)) },
    { name: "codex exec resume", run: () => timed(() => bare(machine, ["resume", bareThread])) },
  ];
  const figures = await contest(contenders, { ...arena, samples: arena.samples * 3 });
  const of = (name: string) => figure(figures, name);
  return [
    ratioRow({ what: "the first message of a chat", ours: of("first message"), peer: of("codex exec"), most: 1.25 }),
    ratioRow({ what: "the next message", ours: of("next message"), peer: of("codex exec resume"), most: 1.25 }),
  ];
}

async function manyRow({ say }: Arena, machine: Machine, chats: Chats): Promise<Row> {
  const names = Array.from({ length: atOnce }, (_, index) => `many-${index}`);
  const bareMs = await timed(() => Promise.all(names.map(() => bare(machine, []))));
  const ourMs = await timed(() => Promise.all(names.map((name) => said(chats, name))));
  say(`${atOnce} at once: ours ${ourMs.toFixed(0)} ms, codex exec ${bareMs.toFixed(0)} ms`);
  const [ours, peer] = [figureOf("chats", [ourMs]), figureOf("codex exec", [bareMs])];
  return ratioRow({ what: `${atOnce} chats at once, until the last result`, ours, peer });
}

async function idleRow({ samples, say }: Arena, machine: Machine): Promise<Row> {
  const count = samples > 5 ? 10_000 : 500;
  const store = new FileChatStore(nodeHost(machine.env));
  for (let index = 0; index < count; index += 1) await idleChat(store, `idle-${index}`);
  say(`${count} chats are on disk`);
  const server = spawnAgent({
    command: program,
    leadingArgs: [],
    args: ["serve", "--port", "0", "--json"],
    hasInput: false,
    cwd: machine.scratch.workspace,
    env: machine.env,
  });
  const { url, token } = JSON.parse(await server.line(() => true)) as { url: string; token: string };
  const answer = await fetch(`${url}/chat/idle-1`, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`GET /chat/idle-1 gave ${answer.status}.`);
  const status = readFileSync(join("/proc", String(server.pid), "status"), "utf8");
  const bytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  server.kill("SIGKILL");
  await server.exited;
  return memoryRow(`a server with ${count} chats that do nothing`, bytes);
}

async function idleChat(store: FileChatStore, chat: string): Promise<void> {
  const setup = { agent: "codex", workspace: null, sandbox: "local", permissions: "read-only" } as const;
  const begun = await store.begin({ chat, turn: `${chat}-turn`, key: null, message: "hello", setup });
  if (begun.kind !== "leased") throw new Error(`${chat} is ${begun.kind}.`);
  const result = { type: "result", status: "completed", usage: null, resets_at: null } as const;
  await begun.lease.end({ result, number: 1, error: null, state: null });
}

async function said(chats: Chats, chat_id: string): Promise<void> {
  let last: ChatEvent | null = null;
  for await (const { event } of (await chats.send({ chat_id, message: "hello" })).events()) last = event;
  if (last?.type !== "result" || last.status !== "completed")
    throw new Error(`The chat ended with ${JSON.stringify(last)}.`);
}

async function bare(machine: Machine, words: readonly string[]): Promise<string> {
  const options = ["exec", "--json", "--skip-git-repo-check", "--sandbox=workspace-write"];
  const agent = spawnAgent({
    ...locateBinary("codex"),
    args: [...options, ...words, "-"],
    cwd: machine.scratch.workspace,
    env: machine.env,
    hasInput: true,
  });
  agent.write("hello");
  agent.closeInput();
  const { code } = await agent.exited;
  if (code !== 0) throw new Error(`codex exec ended with ${code}. ${agent.stderr()}`);
  return (JSON.parse(agent.lines[0] ?? "{}") as { thread_id?: string }).thread_id ?? "";
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
