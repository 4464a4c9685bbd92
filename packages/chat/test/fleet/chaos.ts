import { setTimeout as passed } from "node:timers/promises";
import { type Machine, randomFrom, startS3, until } from "@reprise/testkit";
import type { PostgresServer } from "@reprise/testkit/postgres";
import { allFaults, type Fault, strike } from "./faults.ts";
import { FleetStage } from "./fleet-stage.ts";
import { problemsIn, StuckTurns } from "./history.ts";

/** `npm run campaign fleet` */
export const isWhole = process.env.REPRISE_WHOLE === "1";
/** Of a test, which waits for turns that are all carried out on this machine. */
export const mostMs = isWhole ? 3_600_000 : 300_000;

/** Sends that many messages to each chat, one after another, and tells what was acknowledged. */
export async function sendAll(
  { sender }: FleetStage,
  agent: "echo" | "codex",
  [chatCount, messageCount]: readonly [number, number],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const sent = new Map<string, string[]>();
  const send = async (index: number) => {
    const chat = `chat ${index}`;
    const messages: string[] = [];
    sent.set(chat, messages);
    for (let number = 0; number < messageCount; number += 1) {
      const message = `${index}.${number}`;
      const request = { chat_id: chat, agent, message, queue: true, detach: true };
      await until(() => sender.send(request, { key: message }).catch(() => null), { what: "an acknowledgement" });
      messages.push(message);
    }
  };
  await Promise.all(Array.from({ length: chatCount }, (_, index) => send(index)));
  return sent;
}

/** Past the end of its lease, at the most. A loaded machine may be late itself. */
const mostLateSeconds = isWhole ? 5 : 30;

export interface Chaos {
  readonly seed: number;
  readonly size: readonly [chats: number, messages: number];
  readonly workerCount: number;
  readonly faults: readonly Fault[];
  readonly agent?: "echo" | "codex";
  readonly env?: Machine["env"];
}

/** What is wrong after messages were sent while all that happened. */
export async function problemsAfter(
  server: PostgresServer,
  { seed, size, workerCount, faults, agent = "echo", env = {} }: Chaos,
): Promise<readonly string[]> {
  const random = randomFrom(seed);
  const s3 = faults.includes("objects") ? await startS3() : null;
  const stage = await FleetStage.open(server, { objects: s3 ?? "folder", env });
  const stuck = new StuckTurns(stage);
  try {
    await Promise.all(Array.from({ length: workerCount }, () => stage.start()));
    const sending = sendAll(stage, agent, size);
    let killedAgents = 0;
    for (const fault of faults) {
      await passed(random() * 1000);
      killedAgents += await strike(fault, { stage, s3, random });
    }
    const sent = await sending;
    await stage.settled(isWhole ? mostMs : 120_000);
    const problems = await stage.reading((store, database) => problemsIn(sent, store, database, killedAgents));
    const late = await stuck.close();
    problems.push(...stage.crashes);
    if (late.seconds > mostLateSeconds)
      problems.push(`a turn had no worker for ${late.seconds} s after its lease: its job is ${late.job}`);
    process.stderr.write(
      `seed ${seed}: ${faults.join()}; ${killedAgents} agents killed, late ${late.seconds} s at most (${late.job})\n`,
    );
    return problems;
  } finally {
    await stuck.close();
    await stage.close();
    await s3?.close();
  }
}

export function someFaults(seed: number, count: number): readonly Fault[] {
  const random = randomFrom(seed + 1000);
  return Array.from({ length: count }, () => allFaults[Math.floor(random() * allFaults.length)] ?? "kill");
}
