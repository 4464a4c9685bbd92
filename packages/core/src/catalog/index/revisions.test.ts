import { asThreadId } from "@reprise/model";
import { makeScriptedHome, type ScriptedHome, scripted, scriptedSource } from "@reprise/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, nodeDatabases } from "../../host/database/database.ts";
import { prepareSchema } from "../schema.ts";
import { inTransaction } from "../transaction.ts";
import { refresh } from "./refresh.ts";
import { lastRevision, nextRevision, noteGone, sessionsSince } from "./revisions.ts";

const { file, line, prompt } = scripted;
const source = scriptedSource();
let home: ScriptedHome;
let database: Database;
beforeEach(() => {
  home = makeScriptedHome();
  database = nodeDatabases.open(null);
  prepareSchema(database);
});
afterEach(() => {
  database.close();
  home.dispose();
});

const refreshed = () => refresh(database, { homes: [{ source, path: home.path }], host: home.host });
const session = (thread: string) =>
  file({ about: { thread: asThreadId(thread) } }, { start: "t1" }, prompt(`question of ${thread}`));

/** What a list that is open is told after each step. */
async function changed(step: () => void): Promise<readonly string[] | null> {
  const before = lastRevision(database);
  step();
  await refreshed();
  return sessionsSince(database, before)?.toSorted() ?? null;
}

it("names each session that came, changed, moved or went, once, and no other", async () => {
  expect(await changed(() => ["a", "b", "c"].map((one) => home.write(`sessions/${one}.jsonl`, session(one))))).toEqual([
    "codex:a",
    "codex:b",
    "codex:c",
  ]);
  expect(await changed(() => {})).toEqual([]);
  expect(await changed(() => home.append("sessions/b.jsonl", line(prompt("more"))))).toEqual(["codex:b"]);
  expect(await changed(() => home.move("sessions/c.jsonl", "archived/c.jsonl"))).toEqual(["codex:c"]);
  expect(await changed(() => home.remove("sessions/a.jsonl"))).toEqual(["codex:a"]);
});

it("does not go back when the catalog is made again", async () => {
  home.write("sessions/a.jsonl", session("a"));
  await refreshed();
  const before = lastRevision(database);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const again = nodeDatabases.open(null);
  prepareSchema(again);
  expect(lastRevision(again)).toBeGreaterThan(before);
  again.close();
});

it("says that it does not know when more sessions are gone than it remembers", () => {
  const before = lastRevision(database);
  inTransaction(database, () => {
    for (let index = 0; index < 1100; index += 1)
      noteGone(database, { agent: "codex", thread: `t${index}` }, nextRevision(database));
  });
  expect(sessionsSince(database, before)).toBeNull();
  expect(Number(database.prepare("SELECT count(*) AS count FROM gone").get()?.count)).toBeLessThan(1010);
});
