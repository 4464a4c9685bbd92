import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { sessionIdIn, until } from "@reprise/testkit";
import { type PostgresServer, startPostgres } from "@reprise/testkit/postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FleetStage, leaseSeconds } from "./fleet-stage.ts";
import { problemsIn } from "./history.ts";

const isWhole = process.env.REPRISE_WHOLE === "1";
let server: PostgresServer;
let stage: FleetStage | null = null;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());
afterEach(async () => {
  await stage?.close();
  stage = null;
});

/** A number from 0 to below `limit`; the same ones for the same seed. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed + 0x9e3779b9;
  return (limit) => {
    state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0;
    state = (state + 0x6d2b79f5) >>> 0;
    return ((state ^ (state >>> 14)) >>> 0) % limit;
  };
}

/** A worker is paused in a turn until others have gone on, and wakes with its result. Resolves with what is wrong then. */
async function pausedAndRevived(isUnfenced: boolean): Promise<readonly string[]> {
  stage = await FleetStage.open(server, { isUnfenced });
  const { sender, root } = stage;
  const file = join(root, "go");
  const held = `wait for ${file}`;
  await Promise.all([stage.start(), stage.start()]);
  const turn = await sender.send({ chat_id: "c", agent: "echo", message: held });
  await sessionIdIn(turn);
  const first = await stage.runnerOf("c");
  first.child.kill("SIGSTOP");
  const later: string[] = [];
  for (const message of ["two", "three"]) {
    await sender.send({ chat_id: "c", message, queue: true, detach: true });
    later.push(message);
  }
  await until(async () => (await eventTypes(turn.id)).includes("attempt"), { what: "the second attempt" });
  writeFileSync(file, "");
  await stage.settled(60_000);
  first.child.kill("SIGCONT");
  // By then it has found out, or has written over what others did.
  await stage.stop(first);
  const sent = new Map([["c", [held, ...later]]]);
  return stage.reading((store, database) => problemsIn(sent, store, database));
}

async function eventTypes(turn: string): Promise<readonly string[]> {
  return stage?.reading(async (store) => (await store.eventsAfter(turn, 0)).map(({ event }) => event.type)) ?? [];
}

describe("a worker that is paused past its lease and revived", () => {
  it("commits nothing: others have taken its turn over, and told that it started again", async () => {
    expect(await pausedAndRevived(false)).toEqual([]);
  });

  it("is what the check of histories finds if its commits are not fenced", async () => {
    expect(await pausedAndRevived(true)).toContainEqual(expect.stringContaining("the agent's history has"));
  });
});

describe("workers, connections and the database that fail at random", () => {
  const seeds = isWhole ? Array.from({ length: 20 }, (_, index) => index) : [1];
  it.each(seeds)("lose and double no message, and keep their order (seed %i)", async (seed) => {
    const [chatCount, messageCount, workerCount, faultCount] = isWhole ? [50, 4, 4, 12] : [5, 3, 2, 4];
    const random = randomFrom(seed);
    const opened = await FleetStage.open(server);
    stage = opened;
    const { sender } = opened;
    await Promise.all(Array.from({ length: workerCount }, () => opened.start()));
    const sent = new Map<string, string[]>();
    const sending = Promise.all(
      Array.from({ length: chatCount }, async (_, index) => {
        const chat = `chat ${index}`;
        const messages: string[] = [];
        sent.set(chat, messages);
        for (let number = 0; number < messageCount; number += 1) {
          const message = `${index}.${number}`;
          const request = { chat_id: chat, agent: "echo", message, queue: true, detach: true };
          await until(() => sender.send(request, { key: message }).catch(() => null), { what: "an acknowledgement" });
          messages.push(message);
        }
      }),
    );
    const faults = ["kill", "stop", "cut", "restart"];
    for (let number = 0; number < faultCount; number += 1) {
      await passed(random(1000));
      const worker = stage.workers[random(stage.workers.length)];
      const fault = isWhole ? faults[random(4)] : faults[number];
      if (worker && fault === "kill") await stage.kill(worker).then(() => stage?.start());
      if (worker && fault === "stop") {
        worker.child.kill("SIGSTOP");
        const wake = () => worker.child.kill("SIGCONT");
        setTimeout(wake, (leaseSeconds + 2 + random(2)) * 1000).unref();
      }
      if (fault === "cut") await stage.cutConnections().catch(() => undefined);
      if (fault === "restart") await server.restart();
    }
    await sending;
    await stage.settled(isWhole ? 300_000 : 90_000);
    expect(await stage.reading((store, database) => problemsIn(sent, store, database))).toEqual([]);
  });
});
