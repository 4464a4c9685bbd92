import { SessionError } from "@reprise/model";
import { makeScriptedHome, type ScriptedHome, type ScriptedLine, scripted, scriptedSource } from "@reprise/testkit";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, nodeDatabases } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { prepareSchema } from "../schema.ts";
import { indexText } from "../text/index-text.ts";
import { refresh } from "./refresh.ts";

const { file, line, prompt, reply } = scripted;
const source = scriptedSource();
const turn = (number: number, text: string): ScriptedLine[] => [
  { start: `t${number}`, at: `2026-11-15T10:00:${String(number % 60).padStart(2, "0")}.000Z` },
  prompt(`${text} ${number}`),
  reply(`answer ${number}`),
  { end: "completed", turn: `t${number}` },
];

let home: ScriptedHome;
let database: Database;
beforeEach(() => {
  home = makeScriptedHome();
  database = fresh();
});
afterEach(() => {
  database.close();
  home.dispose();
});

function fresh(): Database {
  const made = nodeDatabases.open(null);
  prepareSchema(made);
  return made;
}

function refreshed(into = database, host: Host = home.host, isWithText = false) {
  return refresh(into, { homes: [{ source, path: home.path }], host, isWithText });
}

/** Everything the catalog says, without the numbers of rows and what only helps to go on. */
function contents(of: Database): unknown[] {
  const rows = of
    .prepare(
      `SELECT key, path, agent, home, thread, rolloutId, version, sizeBytes, role, isArchived, isSubagent, isOpen, hasTurns, state,
         updatedAt, workspace, cwd, bases, summary, turnStarts, late FROM rollout JOIN outline USING (id) ORDER BY key`,
    )
    .all();
  return rows.map((row) => ({ ...row }));
}

/** Every word of every turn. */
function wordsIn(of: Database): string[] {
  of.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.instances USING fts5vocab(main, words, instance)");
  return of
    .prepare(
      "SELECT DISTINCT key, turn, field, term FROM temp.instances JOIN passage ON passage.id = doc JOIN rollout ON rollout.id = passage.rollout ORDER BY 1, 2, 3, 4",
    )
    .all()
    .map(({ key, turn: number, term }) => `${key} ${number} ${term}`);
}

async function fromNothing(isWithText: boolean): Promise<{ rows: unknown[]; words: string[] }> {
  const other = fresh();
  const lookup = await refreshed(other, home.host, isWithText);
  await indexText(other, lookup, { host: home.host });
  const result = { rows: contents(other), words: wordsIn(other) };
  other.close();
  return result;
}

async function expectAsFromNothing(): Promise<void> {
  const lookup = await refreshed();
  await indexText(database, lookup, { host: home.host });
  for (const isWithText of [false, true]) {
    const expected = await fromNothing(isWithText);
    expect(contents(database)).toEqual(expected.rows);
    expect(wordsIn(database)).toEqual(expected.words);
  }
}

describe("refresh", () => {
  it("reads nothing when nothing changed", async () => {
    home.write("sessions/a.jsonl", file(...turn(1, "first")));
    await refreshed();
    home.opened.length = 0;
    await refreshed();
    expect(home.opened).toEqual([]);
  });

  it("reads only what was appended, and some bytes to see that the rest is the same", async () => {
    home.write("sessions/a.jsonl", file(...turn(1, "long ".repeat(2000))));
    await refreshed();
    home.opened.length = 0;
    const added = file(...turn(2, "second"));
    home.append("sessions/a.jsonl", added);
    await refreshed();
    const sizeBytes = home.opened.reduce((sum, { byteCount }) => sum + byteCount, 0);
    expect(sizeBytes).toBeLessThanOrEqual(Buffer.byteLength(added) + 256);
    expect(database.prepare("SELECT summary ->> '$.turnCount' AS count FROM outline").get()).toMatchObject({
      count: 2,
    });
    await expectAsFromNothing();
  });

  it("reads only what is new of the text, too", async () => {
    home.write("sessions/a.jsonl", file(...turn(1, "long ".repeat(2000))));
    await indexText(database, await refreshed(), { host: home.host });
    home.append("sessions/a.jsonl", file(...turn(2, "second")));
    const lookup = await refreshed();
    home.opened.length = 0;
    await indexText(database, lookup, { host: home.host });
    expect(home.opened).toHaveLength(1);
    expect(home.opened[0]?.byteCount).toBeLessThan(500);
    await expectAsFromNothing();
  });

  it("finds what was added to the text when the list ran several times in between", async () => {
    home.write("sessions/a.jsonl", file(...turn(1, "first")));
    await indexText(database, await refreshed(), { host: home.host });
    for (const number of [2, 3, 4]) {
      home.append("sessions/a.jsonl", file(...turn(number, `word${number}`)));
      await refreshed();
    }
    await expectAsFromNothing();
  });

  it("goes on after a line that was half written", async () => {
    const whole = line(prompt("half written"));
    home.write("sessions/a.jsonl", file(...turn(1, "first")) + whole.slice(0, 20));
    await refreshed();
    expect(database.prepare("SELECT summary ->> '$.damageCount' AS count FROM outline").get()).toMatchObject({
      count: 1,
    });
    home.append("sessions/a.jsonl", whole.slice(20));
    await refreshed();
    expect(database.prepare("SELECT summary ->> '$.damageCount' AS count FROM outline").get()).toMatchObject({
      count: 0,
    });
    await expectAsFromNothing();
  });

  it("reads a file anew that was rewritten with more in it", async () => {
    home.write("sessions/a.jsonl", file(...turn(1, "first")));
    await expectAsFromNothing();
    home.write("sessions/a.jsonl", file(...turn(1, "other"), ...turn(2, "more")));
    await expectAsFromNothing();
  });

  it("reads a file anew that became shorter", async () => {
    home.write("sessions/a.jsonl", file(...turn(1, "first"), ...turn(2, "second")));
    await expectAsFromNothing();
    home.truncate("sessions/a.jsonl", 100);
    await expectAsFromNothing();
  });

  it("drops what vanished", async () => {
    home.write("sessions/a.jsonl", file(...turn(1, "first")));
    await expectAsFromNothing();
    home.remove("sessions/a.jsonl");
    await expectAsFromNothing();
    expect(contents(database)).toEqual([]);
  });

  it("notices a moved file without reading it", async () => {
    home.write("sessions/a.jsonl", file({ about: { thread: "a" as never } }, ...turn(1, "first")));
    await indexText(database, await refreshed(), { host: home.host });
    home.move("sessions/a.jsonl", "archived/a.jsonl");
    home.opened.length = 0;
    await refreshed();
    expect(home.opened).toEqual([]);
    expect(contents(database)).toMatchObject([{ isArchived: 1 }]);
    await expectAsFromNothing();
  });

  it("reads a fork with what it continues, again when that comes, and only then", async () => {
    const base = file(...turn(1, "base"), ...turn(2, "base"));
    const cut = Buffer.byteLength(file(...turn(1, "base")));
    home.write(
      "sessions/fork.jsonl",
      file({ about: { forkedFrom: "base" as never, base: { rolloutId: "base", endByte: cut } } }, ...turn(3, "fork")),
    );
    await refreshed();
    expect(contents(database)).toMatchObject([{ state: "completed", bases: '[["base",null]]' }]);
    home.write("sessions/base.jsonl", base);
    await expectAsFromNothing();
    expect(
      database
        .prepare("SELECT summary ->> '$.turnCount' AS count FROM rollout JOIN outline USING (id) WHERE thread = 'fork'")
        .get(),
    ).toMatchObject({ count: 2 });
    home.append("sessions/base.jsonl", file(...turn(4, "base")));
    home.opened.length = 0;
    await refreshed();
    expect(home.opened.some(({ path }) => path.endsWith("fork.jsonl"))).toBe(false);
    home.write("sessions/base.jsonl", base.replaceAll("base", "else"));
    await expectAsFromNothing();
  });

  it("completes next time what was cut off anywhere", async () => {
    const base = file(...turn(1, "base"), ...turn(2, "base"));
    const cut = Buffer.byteLength(file(...turn(1, "base")));
    const fork = file({ about: { base: { rolloutId: "base", endByte: cut } } }, ...turn(3, "fork"));
    let ticks = 0;
    const busy: Host = { ...home.host, ticks: () => (ticks += 1000) };
    for (let steps = 1; steps <= 5; steps += 1) {
      home.write("sessions/base.jsonl", base.replaceAll("base", `base${steps}`));
      home.write("sessions/fork.jsonl", fork.replaceAll("fork", `fork${steps}`));
      home.write("sessions/b.jsonl", file(...turn(1, `other${steps}`)));
      await expectAsFromNothing();
      home.write("sessions/base.jsonl", base.replaceAll("base", `changed${steps}`));
      home.append("sessions/b.jsonl", file(...turn(2, "more")));
      home.write(`sessions/new${steps}.jsonl`, file(...turn(1, "new")));
      const stop = new AbortController();
      let told = 0;
      const onProgress = () => {
        told += 1;
        if (told === steps) stop.abort();
      };
      await refresh(database, {
        homes: [{ source, path: home.path }],
        host: busy,
        onProgress,
        signal: stop.signal,
      });
      await expectAsFromNothing();
    }
  });

  it("forgets a home of which nothing is left", async () => {
    home.write("sessions/a.jsonl", file(...turn(1, "first")));
    await refreshed();
    home.dispose();
    await refresh(database, { homes: [], host: home.host });
    expect(contents(database)).toEqual([]);
  });

  it("tries a file that cannot be read again each time", async () => {
    const path = home.write("sessions/a.jsonl", file(...turn(1, "first")));
    const open: Host["files"]["open"] = (wanted, from) => {
      if (wanted === path) throw new SessionError("unreadable", `${path} cannot be read (EACCES).`);
      return home.host.files.open(wanted, from);
    };
    await refreshed(database, { ...home.host, files: { ...home.host.files, open } });
    expect(contents(database)).toMatchObject([{ state: "unreadable", thread: "a" }]);
    await refreshed();
    expect(contents(database)).toMatchObject([{ state: "completed" }]);
  });

  it("makes a session of a file that tells no thread", async () => {
    home.write("sessions/unnamed.jsonl", file(...turn(1, "first")));
    await refreshed();
    expect(contents(database)).toMatchObject([{ thread: expect.stringMatching(/^file-[0-9a-f]{16}$/), role: "main" }]);
  });

  it("says the same after any changes as when it starts from nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        home.dispose();
        database.close();
        home = makeScriptedHome();
        database = fresh();
        for (const { act, how } of changes) {
          act(home);
          const lookup = await refreshed(database, home.host, how === "with text");
          if (how === "then text") await indexText(database, lookup, { host: home.host });
        }
        await expectAsFromNothing();
      }),
      { numRuns: 60 },
    );
  });
});

const names = [
  "sessions/a.jsonl",
  "sessions/b.jsonl",
  "sessions/deep/a_two.jsonl",
  "archived/a.jsonl",
  "archived/b.jsonl",
];
const name = fc.constantFrom(...names);
const someLine: fc.Arbitrary<ScriptedLine> = fc.oneof(
  fc.constantFrom("t1", "t2", "t3").map((start) => ({ start, at: "2026-11-15T10:00:00.000Z" })),
  fc.constantFrom("alpha beta", "gammaDelta", "編譯").map((text) => prompt(text)),
  fc.constantFrom("one", "two").map((text) => reply(text, "2026-11-15T11:00:00.000Z")),
  fc.constant<ScriptedLine>({ end: "completed" }),
  fc.constant<ScriptedLine>({ end: "failed", turn: "t1" }),
  fc.constantFrom("c1", "c2").map(
    (key): ScriptedLine => ({
      item: { kind: "command", command: "ls", output: null, exitCode: null, status: "open" },
      key,
    }),
  ),
  fc.constantFrom("c1", "c2").map(
    (key): ScriptedLine => ({
      item: { kind: "command", command: "ls", output: `out of ${key}`, exitCode: 0, status: "done" },
      key,
      turn: "t1",
    }),
  ),
  fc.constant<ScriptedLine>({ about: { base: { rolloutId: "b", endByte: 60 } } }),
  fc.constant<ScriptedLine>({ about: { workspace: "/srv/app", thread: "a" as never } }),
);
const text = fc.array(someLine, { maxLength: 5 }).map((lines) => file(...lines));
const exists = (of: ScriptedHome, which: string) => of.host.files.stamp(`${of.path}/${which}`);
const change = fc
  .oneof(
    fc.tuple(name, text).map(
      ([which, content]) =>
        (of: ScriptedHome) =>
          void of.write(which, content),
    ),
    fc.tuple(name, text, fc.nat(30)).map(([which, content, cut]) => (of: ScriptedHome) => {
      if (exists(of, which)) of.append(which, content.slice(0, Math.max(0, content.length - cut)));
    }),
    fc.tuple(name, text).map(([which, content]) => (of: ScriptedHome) => {
      if (exists(of, which)) of.append(which, content);
    }),
    fc.tuple(name, fc.nat(100)).map(([which, size]) => (of: ScriptedHome) => {
      const stamp = exists(of, which);
      if (stamp) of.truncate(which, Math.min(stamp.sizeBytes, size));
    }),
    fc.tuple(name, name).map(([from, to]) => (of: ScriptedHome) => {
      if (exists(of, from) && from !== to) of.move(from, to);
    }),
    name.map((which) => (of: ScriptedHome) => {
      if (exists(of, which)) of.remove(which);
    }),
  )
  .chain((act) => fc.constantFrom("rows only", "with text", "then text").map((how) => ({ act, how })));
