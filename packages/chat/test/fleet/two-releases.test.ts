import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtInAgents, nodeHost } from "@reprise/core";
import { echoAgent, echoProgram, eventsOf, sessionIdIn, until } from "@reprise/testkit";
import { startPostgres, testDatabase } from "@reprise/testkit/postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database, openFleet } from "../../src/fleet.ts";
import { isWhole, mostMs, sendAll } from "./chaos.ts";
import { FleetStage } from "./fleet-stage.ts";
import { problemsIn } from "./history.ts";
import { olderWorker } from "./older-release.ts";

interface Recording {
  readonly schema: readonly string[];
  readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

/** What servers of the first release left: a chat with answers and a message that waits, and a turn whose server was killed. */
const recorded = new URL("../../../../fixtures/fleet/step-1.json", import.meta.url);

async function restored(store: string): Promise<void> {
  const { schema, rows } = JSON.parse(readFileSync(recorded, "utf8")) as Recording;
  const database = new Database(store, 1);
  await database.query("create schema reprise");
  await database.query(
    "create table reprise.steps (step int primary key, needs int not null, applied_at timestamptz not null default now())",
  );
  await database.query(schema.join("\n"));
  for (const [table, all] of Object.entries(rows))
    await database.query(
      `insert into reprise.${table} overriding system value select * from jsonb_populate_recordset(null::reprise.${table}, $1)`,
      [JSON.stringify(all)],
    );
  for (const column of ["turns', 'place", "objects', 'id"])
    await database.query(`select setval(pg_get_serial_sequence('reprise.${column}'), 100)`);
  await database.close();
}

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "releases-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("what servers of the first release left is taken over: what waits is answered, what was killed starts again, the rest is there", async () => {
  const store = await testDatabase();
  await restored(store);
  const host = nodeHost({ ...process.env, REPRISE_STATE: root, REPRISE_ECHO_BIN: echoProgram });
  const fleet = await openFleet(host, { store, agents: [echoAgent, ...builtInAgents], cwd: root });
  try {
    const turnsOf = async (chat: string) => (await fleet.chat(chat)).turns;
    await until(async () => (await turnsOf("answered")).every(({ status }) => status === "completed"));
    expect((await turnsOf("answered")).map(({ message }) => message)).toEqual(["one", "two", "three"]);
    await until(async () => (await turnsOf("running"))[0]?.status === "completed", {
      what: "the turn of a killed server",
    });
    const [killed] = await turnsOf("running");
    const events = await eventsOf(await fleet.turn("running", killed?.id ?? ""));
    expect(events.map(({ event }) => event.type)).toEqual(["init", "attempt", "init", "message", "result"]);
    expect((await fleet.send({ chat_id: "answered", message: "one" }, { key: "one" })).isRepeated).toBe(true);
    const next = await eventsOf(await fleet.send({ chat_id: "answered", message: "four" }));
    expect(next).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ content: "You say: four (before: three)" }) }),
    );
  } finally {
    await fleet.close();
  }
});

describe.runIf(isWhole)("servers of the first release and of this one, on one database", () => {
  it(
    "finish each other's turns, and lose and double nothing when they are killed by turns",
    async () => {
      const server = await startPostgres();
      const stage = await FleetStage.open(server);
      try {
        const older = olderWorker(root);
        if (older === null) throw new Error("The history of this checkout is too short: fetch all of it.");
        for (const [index, [first, second]] of [
          [older, undefined],
          [undefined, older],
        ].entries()) {
          const go = join(stage.root, `go-${index}`);
          const begun = await stage.start(first);
          const turn = await stage.sender.send({ chat_id: `c ${index}`, agent: "echo", message: `wait for ${go}` });
          await sessionIdIn(turn);
          const other = await stage.start(second);
          await stage.kill(begun);
          writeFileSync(go, "");
          expect((await eventsOf(turn)).map(({ event }) => event.type)).toEqual(
            expect.arrayContaining(["attempt", "result"]),
          );
          await stage.kill(other);
        }
        const programs = [older, undefined, older, undefined];
        const workers = await Promise.all(programs.map((program) => stage.start(program)));
        const sending = sendAll(stage, "echo", [60, 10]);
        for (const [index, worker] of workers.entries()) {
          await new Promise((resolve) => setTimeout(resolve, 4000));
          await stage.kill(worker);
          await stage.start(programs[index]);
        }
        const sent = await sending;
        await stage.settled(mostMs);
        expect(await stage.reading((store, database) => problemsIn(sent, store, database))).toEqual([]);
      } finally {
        await stage.close();
        await server.close();
      }
    },
    mostMs,
  );
});
