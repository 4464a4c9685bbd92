import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChats } from "@reprise/chat";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { ChatRequest, Chats } from "@reprise/model";
import { echoAgent, echoProgram, until } from "@reprise/testkit";
import { type PostgresServer, startPostgres } from "@reprise/testkit/postgres";
import { emptySandbox } from "../../packages/chat/test/fleet/empty-sandbox.ts";
import { FleetStage } from "../../packages/chat/test/fleet/fleet-stage.ts";
import { figureOf } from "../measure/contest.ts";
import { type Row, timeText } from "../report/row.ts";
import type { Arena } from "./contests.ts";

const empty = { agent: "echo", sandbox: "empty" } as const;
const leaseSeconds = 10;
const workerCount = 4;

/** Servers that share chats, on one machine with their database: turns of an agent that does nothing, and workers that are killed. */
export async function fleetContest(arena: Arena): Promise<Row[]> {
  const server = await startPostgres();
  try {
    return [
      await throughputRow(arena, server),
      await addedRow(arena, server),
      await undelayedRow(arena, server),
      await takeoverRow(arena, server),
    ];
  } finally {
    await server.close();
  }
}

async function withWorkers<Value>(server: PostgresServer, use: (stage: FleetStage) => Promise<Value>): Promise<Value> {
  const stage = await FleetStage.open(server, { leaseSeconds, slotCount: 8, objects: "database" });
  try {
    await Promise.all(Array.from({ length: workerCount }, () => stage.start()));
    return await use(stage);
  } finally {
    await stage.close();
  }
}

async function throughputRow({ samples, say }: Arena, server: PostgresServer): Promise<Row> {
  const [chatCount, messageCount] = samples > 5 ? [200, 10] : [50, 4];
  const count = chatCount * messageCount;
  const ms = await withWorkers(server, async (stage) => {
    await Promise.all(range(workerCount).map((index) => stage.sender.send(detached(`warm ${index}`, "0"))));
    await ended(stage);
    const startedAt = performance.now();
    const send = async (chat: number) => {
      for (let number = 0; number < messageCount; number += 1)
        await stage.sender.send(detached(`chat ${chat}`, String(number)));
    };
    await atMost(16, range(chatCount), send);
    say(`${count} messages were taken after ${(performance.now() - startedAt).toFixed(0)} ms`);
    await ended(stage);
    return performance.now() - startedAt;
  });
  const perSecond = (count * 1000) / ms;
  const ours = `${perSecond.toFixed(0)} turns/s`;
  return bare({
    what: `${count} empty turns of ${chatCount} chats`,
    bar: "≥ 200 turns/s",
    ours,
    isReached: perSecond >= 200,
  });
}

/** From the message to its result, over the same on one machine without a database. */
async function addedRow({ samples }: Arena, server: PostgresServer): Promise<Row> {
  const root = mkdtempSync(join(tmpdir(), "fleet-"));
  const host = nodeHost({ ...process.env, REPRISE_STATE: root, REPRISE_ECHO_BIN: echoProgram });
  const embedded = openChats(host, { agents: [echoAgent, ...builtInAgents], sandboxes: [emptySandbox] });
  try {
    const [ours, peer] = await withWorkers(server, async ({ sender }) => {
      const taken: [number[], number[]] = [[], []];
      for (const index of range(samples * 5 + 5))
        for (const [place, chats] of [sender, embedded].entries()) {
          const ms = await answered(chats, { ...empty, chat_id: `chat ${index % 5}`, message: String(index) });
          if (index >= 5) taken[place]?.push(ms);
        }
      return [figureOf("fleet", taken[0]), figureOf("one machine", taken[1])];
    });
    const addedMs = ours.medianMs - peer.medianMs;
    return {
      what: "added to an empty turn",
      bar: "≤ 30 ms",
      ours: `${addedMs.toFixed(0)} ms (${timeText(ours)})`,
      peer: `one machine: ${timeText(peer)}`,
      ratio: "–",
      isReached: addedMs <= 30,
    };
  } finally {
    await embedded.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Others' turns start while one chat has a hundred messages behind a turn that waits, one is parked, and one has failed. */
async function undelayedRow({ samples }: Arena, server: PostgresServer): Promise<Row> {
  const delays = await withWorkers(server, async (stage) => {
    const { sender, root } = stage;
    const file = join(root, "go");
    await sender.send({ chat_id: "blocked", agent: "echo", message: `wait for ${file}`, detach: true });
    const more = (chat_id: string) => ({ chat_id, message: "more", queue: true, detach: true });
    for (const _ of range(100)) await sender.send(more("blocked"));
    await sender.send({ chat_id: "failed", agent: "echo", message: "die", queue: true, detach: true });
    for (const _ of range(5)) await sender.send(more("failed"));
    await answered(sender, { ...empty, chat_id: "parked", message: "0" });
    const park = "update reprise.chats set parked_until = now() + interval '1 hour' where chat = 'parked'";
    await server.query(stage.store, park);
    for (const _ of range(20)) await sender.send(more("parked"));
    await until(async () => Number(await openTurns(stage)) === 121, {
      timeoutMs: 60_000,
      what: "the failed chat's end",
    });
    for (const number of range(samples > 5 ? 100 : 20)) {
      await answered(sender, { ...empty, chat_id: `other ${number}`, message: "0" });
    }
    const text = `select extract(epoch from started_at - created_at) * 1000 as ms from reprise.turns
      where chat like 'other%' order by 1`;
    const rows = await server.query(stage.store, text);
    writeFileSync(file, "");
    return rows.map(({ ms }) => Number(ms));
  });
  const late = delays[Math.ceil(delays.length * 0.99) - 1] ?? Number.NaN;
  const ours = `${late.toFixed(0)} ms`;
  return bare({
    what: `start of ${delays.length} chats beside a blocked, a failed and a parked one, p99`,
    bar: "≤ 50 ms",
    ours,
    isReached: late <= 50,
  });
}

/** From the kill of a worker to the start of its turn at another one. */
async function takeoverRow({ samples, say }: Arena, server: PostgresServer): Promise<Row> {
  const taken = await withWorkers(server, async (stage) => {
    const found: number[] = [];
    for (const round of range(samples > 5 ? 4 : 1)) {
      const file = join(stage.root, `go-${round}`);
      const chats = range(12).map((index) => `chat ${round} ${index}`);
      for (const chat_id of chats)
        await stage.sender.send({ chat_id, agent: "echo", message: `wait for ${file}`, detach: true });
      const started = `select count(*)::int as n from reprise.turns where status = 'running'`;
      const isStarted = async () => (await server.query(stage.store, started))[0]?.n === chats.length;
      await until(isStarted, { timeoutMs: 60_000, what: "twelve turns" });
      const victim = await stage.runnerOf(chats[0] ?? "");
      const its = await turnsOf(stage, victim.child.pid ?? 0);
      const killedAt = Date.now();
      await stage.kill(victim);
      const again = async () => (await server.query(stage.store, takenOver(its, killedAt))).map(({ ms }) => Number(ms));
      await until(async () => (await again()).length === its.length, { timeoutMs: 60_000, what: "a takeover" });
      found.push(...(await again()));
      await stage.start();
      say(`${its.length} turns were taken over`);
      // They would keep the places of the next round's.
      writeFileSync(file, "");
      await ended(stage);
    }
    return found.sort((a, b) => a - b);
  });
  const late = taken[Math.ceil(taken.length * 0.99) - 1] ?? Number.NaN;
  const ours = `${(late / 1000).toFixed(1)} s (${taken.length} turns)`;
  return bare({ what: "takeover after a kill, p99", bar: "≤ 15 s", ours, isReached: late <= 15_000 });
}

async function turnsOf({ server, store }: FleetStage, pid: number): Promise<readonly string[]> {
  const text = `select turn from reprise.turns t join reprise.chats c using (tenant, chat)
    where t.status = 'running' and c.worker like '{"pid":${pid},%'`;
  return (await server.query(store, text)).map(({ turn }) => String(turn));
}

/** When the second attempt said so. */
function takenOver(turns: readonly string[], sinceMs: number): string {
  const ids = turns.map((turn) => `'${turn}'`).join();
  return `select extract(epoch from j.started_on) * 1000 - ${sinceMs} as ms from reprise_jobs.job j join reprise.turns t on t.turn = j.id
    where t.turn in (${ids}) and t.attempt = 2`;
}

function detached(chat_id: string, message: string): ChatRequest {
  return { ...empty, chat_id, message, queue: true, detach: true };
}

async function answered(chats: Chats, request: ChatRequest): Promise<number> {
  const startedAt = performance.now();
  let status = "";
  for await (const { event } of (await chats.send(request)).events())
    if (event.type === "result") status = event.status;
  if (status !== "completed") throw new Error(`The turn of ${request.chat_id} is ${status}.`);
  return performance.now() - startedAt;
}

async function openTurns({ server, store }: FleetStage): Promise<unknown> {
  return (await server.query(store, "select count(*) as n from reprise.turns where ended_at is null"))[0]?.n;
}

async function ended(stage: FleetStage): Promise<void> {
  await until(async () => Number(await openTurns(stage)) === 0, {
    timeoutMs: 300_000,
    everyMs: 250,
    what: "all turns",
  });
  const failed = await stage.server.query(stage.store, "select 1 from reprise.turns where status <> 'completed'");
  if (failed.length > 0) throw new Error(`${failed.length} turns did not complete.`);
}

async function atMost(count: number, all: readonly number[], work: (one: number) => Promise<void>): Promise<void> {
  const left = [...all];
  const take = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: count }, take));
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function bare(row: Pick<Row, "what" | "bar" | "ours" | "isReached">): Row {
  return { ...row, peer: "–", ratio: "–" };
}
