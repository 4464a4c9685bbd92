import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sessionIdIn, until } from "@reprise/testkit";
import { type PostgresServer, startPostgres } from "@reprise/testkit/postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Chaos, isWhole, mostMs, problemsAfter, someFaults } from "./chaos.ts";
import { allFaults } from "./faults.ts";
import { FleetStage } from "./fleet-stage.ts";
import { problemsIn } from "./history.ts";

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

describe("workers, agents, connections, the database and the place of files that fail at random", () => {
  const wanted = process.env.REPRISE_SEED;
  const seeds = wanted ? [Number(wanted)] : isWhole ? Array.from({ length: 20 }, (_, index) => index) : [1];
  it.each(seeds)(
    "lose and double no message, and keep their order (seed %i)",
    async (seed) => {
      const whole: Chaos = { seed, size: [200, 10], workerCount: 4, faults: someFaults(seed, 40) };
      const sample: Chaos = { seed, size: [5, 3], workerCount: 2, faults: allFaults };
      expect(await problemsAfter(server, isWhole ? whole : sample)).toEqual([]);
    },
    mostMs,
  );
});
