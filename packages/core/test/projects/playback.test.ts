import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Owner, playbackIdOf, type SessionId, type Turn, type Window } from "@reprise/model";
import { sessionSchema } from "@reprise/model/schema";
import { bundleScript, hashTree, makeScratch, memoryLibrary, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeLock } from "../../src/host/files/lock.ts";
import type { Host } from "../../src/host/host.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { openFileLibrary } from "../../src/library.ts";
import { projectPlaces } from "../../src/projects/find/project-places.ts";
import type { NewRecord } from "../../src/projects/log/log-record.ts";
import { withPlaybacks } from "../../src/projects/playback/with-playbacks.ts";
import { readProject } from "../../src/projects/read-project.ts";
import { summariseProject } from "../../src/projects/summarise-project.ts";
import { ours as oursLine, sampleRecords } from "./sample-records.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));
const homes = ["exec-tools", "approvals", "kill9-pending-approval", "archived", "complete-two-turns", "release-0.23.0"];

let scratch: Scratch;
let host: Host;
let library: ReturnType<typeof withPlaybacks>;
let close: () => void;
beforeAll(async () => {
  scratch = await makeScratch("playback");
  cpSync(join(fixtures, "projects/workspace"), scratch.workspace, { recursive: true });
  host = nodeHost({
    HOME: scratch.root,
    REPRISE_STATE: join(scratch.root, "state"),
    REPRISE_CACHE: join(scratch.root, "cache"),
  });
  const files = openFileLibrary(host, {
    homes: { codex: homes.map((name) => join(fixtures, "codex", name)) },
  });
  library = withPlaybacks(files, host);
  close = () => files.close();
});
afterAll(async () => {
  close();
  await scratch.remove();
});

const idOf = (path: string) => playbackIdOf(join(scratch.workspace, path)) as SessionId;
const ours = ".reprise/projects/2026/11/15/1";
const potter = ".codexpotter/projects/2026/03/10/1";

async function read(path: string, window?: Window) {
  const reading = await library.read(idOf(path), window);
  const turns = await Array.fromAsync(reading.turns);
  return { ...reading, turns };
}

const noticesIn = (turns: readonly Turn[]) =>
  turns.flatMap(({ items }) =>
    items.flatMap((item) => (item.id.match(/^round-\d+-(start|end)$/) && item.kind === "notice" ? [item.text] : [])),
  );

describe("all projects of the fixtures", () => {
  it("are listed, damaged and old ones with their reason", async () => {
    const sources = { files: host.files, library, runs: async () => [] };
    const { places } = await projectPlaces({ workspace: scratch.workspace }, sources);
    const rows = places.map((place) => summariseProject(readProject(place, host)));
    const shown = rows.map(({ path, state, rounds, unfinishedRound, problem }) => [
      path.slice(scratch.workspace.length + 1),
      ...[state, rounds, unfinishedRound, problem?.replace(/^.*\//, "") ?? null],
    ]);
    expect(shown.toSorted()).toEqual([
      [
        ...[".codexpotter/projects/20251224_1", "damaged", 0, null],
        "potter-rollout.jsonl:1: expected a log, found none (unsupported: made by an older version of CodexPotter, which kept no log)",
      ],
      [".codexpotter/projects/2026/02/28/1", "interrupted", 2, 2, null],
      [potter, "succeeded", 3, null, null],
      [
        ...[".codexpotter/projects/2026/03/11/1", "damaged", 2, null],
        "potter-rollout.jsonl:3: expected round_finished of round 1, found round_started",
      ],
      [".codexpotter/projects/20260101_1", "failed", 1, null, null],
      [ours, "succeeded", 3, null, null],
      [
        ...[".reprise/projects/2026/11/16/1", "interrupted", 1, 1],
        expect.stringContaining("rounds.jsonl:3: expected a record in JSON, found a line that was cut off"),
      ],
    ]);
  });
});

describe("a playback", () => {
  it("shows every round in order, with what it was started with and how it ended", async () => {
    const { session, turns, damage } = await read(ours);
    expect(damage).toEqual([]);
    expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1));
    expect(session).toMatchObject({
      turnCount: turns.length,
      state: "completed",
      agent: "codex",
      title: "Say hello",
    });
    expect(sessionSchema.parse(session)).toEqual(session);
    const ids = turns.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(noticesIn(turns).map((text) => text.replace(/ · 2026-11-15 .*$/m, ""))).toEqual([
      "Goal: Say hello in every release\nRound 1/3 · codex · model gpt-5.5 · sandbox danger-full-access · approvals never · folder /srv/proj-a",
      "Round 1/3: completed · 4 min 00 s · 2,400 tokens · 1 commit · 1 file changed\nCommit 3333333 Say hello\nChanged hello.txt\nDeclined: git push",
      "Round 2/3 · codex · model gpt-5.5 · sandbox read-only · approvals on-request · folder /srv/proj-a",
      "Round 2/3: failed: the stream ended · 4 min 00 s · 0 commits · 0 files changed",
      expect.stringMatching(/^Round 1\/2, number 3 of the project · codex · /),
      "Round 1/2: goal met · 2 min 00 s · 900 tokens · 0 commits · 0 files changed\nGoal met after 3 rounds, 2 min 05 s, commits 1111111 → 4444444",
    ]);
  });

  it("has the commands and edits of the rounds, in the turns of their sessions", async () => {
    const { turns } = await read(ours);
    const alone = await library.read("codex:01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b" as SessionId);
    const [turn] = await Array.fromAsync(alone.turns);
    expect(turns[1]?.items.map(({ kind, origin }) => [kind, origin])).toEqual(
      turn?.items.map(({ kind, origin }) => [kind, origin]),
    );
    expect(turns[1]?.items.some(({ kind }) => kind === "command")).toBe(true);
  });

  it("shows no request of a round that is over as waiting for an answer", async () => {
    const { turns, session } = await read(ours);
    // Of the two homes with this thread, the one that was killed while it asked.
    expect(session.files.map(({ path }) => path)).toContainEqual(expect.stringContaining("kill9-pending-approval"));
    const open = turns.flatMap(({ items }) =>
      items.filter(
        (item) =>
          ("status" in item && item.status === "waiting") || (item.kind === "approval" && item.decision === null),
      ),
    );
    expect(open).toEqual([]);
  });

  it("of CodexPotter finds logs of any era by their threads, and says where one is gone", async () => {
    const { session, turns } = await read(potter);
    expect(session.turnCount).toBe(turns.length);
    const notices = noticesIn(turns);
    expect(notices).toHaveLength(6);
    expect(notices[0]).toContain("\nRound 1/10 · codex · folder ");
    expect(notices[3]).toMatch(/^Round 2\/10: stopped/);
    expect(notices[4]).toContain(
      "The log of codex:019ca423-63d9-7641-ae83-db060ad3c000 is not found; it was recorded in /old-home/",
    );
    expect(notices[5]).toContain("Goal met after 3 rounds, 1 h 02 min, commits 2222222 → 5555555");
  });

  it("of a damaged or cut off project shows what is there", async () => {
    const damaged = await read(".codexpotter/projects/2026/03/11/1");
    expect(damaged.damage).toHaveLength(2);
    expect(noticesIn(damaged.turns)).toHaveLength(4);
    const cut = await read(".reprise/projects/2026/11/16/1");
    expect(noticesIn(cut.turns)[0]).toContain("The round has no thread");
    expect(cut.session.state).toBe("interrupted");
    expect((await read(".codexpotter/projects/20251224_1")).session).toMatchObject({
      state: "empty",
      turnCount: 0,
    });
  });

  it("gives any window of it as the same turns", async () => {
    const { turns } = await read(ours);
    for (let from = 1; from <= turns.length; from += 2)
      for (let to = from; to <= turns.length; to += 3)
        expect((await read(ours, { from, to })).turns).toEqual(turns.slice(from - 1, to));
    expect((await read(ours, { last: 3 })).turns).toEqual(turns.slice(-3));
    expect((await read(ours, { from: 99, to: 100 })).turns).toEqual([]);
  });

  it("reads only the rounds of its window", async () => {
    const seen: string[] = [];
    const base = openFileLibrary(host, {
      homes: { codex: homes.map((name) => join(fixtures, "codex", name)) },
    });
    const watched = withPlaybacks(
      {
        ...library,
        find: (text) => base.find(text),
        read: (session, window) => {
          seen.push(typeof session === "string" ? session : session.id);
          return base.read(session, window);
        },
      },
      host,
    );
    await Array.fromAsync((await watched.read(idOf(ours), { last: 1 })).turns);
    expect(seen).toEqual([]);
    await Array.fromAsync((await watched.read(idOf(ours), { last: 2 })).turns);
    expect(seen).toEqual(["codex:01a1e0ba-4bd3-7653-b0c3-c102b498c761"]);
    base.close();
  });

  it("is found by its id, and everything else as before", async () => {
    expect((await library.find(idOf(ours))).title).toBe("Say hello");
    expect((await library.find("01a1e0ba-4bd3-7653-b0c3-c102b498c761")).id).toMatch(/^codex:/);
    await expect(library.find(idOf("nothing"))).rejects.toMatchObject({ code: "not-found" });
  });

  it("changes no file", async () => {
    const before = await hashTree(scratch.workspace);
    await read(ours);
    await read(potter);
    expect(await hashTree(scratch.workspace)).toEqual(before);
  });

  it("is watched once it was read: a new record of the log is a change of it", async () => {
    await read(ours);
    const abort = new AbortController();
    const log = join(scratch.workspace, ours, "rounds.jsonl");
    let changes = 0;
    for await (const { sessions } of library.watch(abort.signal)) {
      if (!sessions?.includes(idOf(ours))) continue;
      changes += 1;
      if (changes === 2) break;
      writeFileSync(log, readFileSync(log, "utf8"));
    }
    abort.abort();
    expect(changes).toBe(2);
  }, 30_000);
});

describe("a round", () => {
  const place = ".reprise/projects/2026/11/17/1";
  const updatedAt = "2026-11-17T15:00:00.000Z";
  const items = [
    { kind: "prompt", text: "x" },
    { kind: "approval", subject: "rm", decision: null },
    { kind: "command", command: "rm", output: null, exitCode: null, status: "waiting" },
  ] as const;
  const asked = memoryLibrary([{ thread: "t3", agent: "claude", updatedAt, turns: [{ items }] }]);

  async function turnsWith(owner: Owner | null, recordCount = 3) {
    mkdirSync(join(scratch.workspace, place), { recursive: true });
    const started = sampleRecords.slice(0, recordCount) as readonly NewRecord[];
    const text = started.map((record) =>
      oursLine(record.type === "round-configured" ? { ...record, agent: "claude", thread: "t3" } : record),
    );
    writeFileSync(join(scratch.workspace, place, "rounds.jsonl"), text.join(""));
    const lock = owner && takeLock(join(scratch.workspace, place, "reprise.lock"), owner, host.processes);
    const reading = await withPlaybacks(asked, host).read(idOf(place));
    if (lock?.isHeld) lock.release();
    const turns = await Array.fromAsync(reading.turns);
    return { session: reading.session, turns, damage: reading.damage };
  }

  it("that runs shows what it waits for, and has no end yet", async () => {
    const { session, turns } = await turnsWith({ pid: process.pid, program: "reprise", terminal: null });
    expect(session).toMatchObject({ state: "working", owner: { pid: process.pid }, turnCount: 2 });
    expect(turns).toHaveLength(2);
    expect(turns[1]?.items).toMatchObject([{}, { decision: null }, { status: "waiting" }]);
  });

  it("that has just started has no thread in the log yet: that is damage only once nobody works on it", async () => {
    const running = await turnsWith({ pid: process.pid, program: "reprise", terminal: null }, 2);
    expect([running.session.damageCount, running.damage]).toEqual([0, []]);
    expect(JSON.stringify(running.turns)).not.toContain("has no thread");
    const killed = await turnsWith(null, 2);
    expect(killed.session.damageCount).toBe(1);
    expect(JSON.stringify(killed.turns)).toContain("The round has no thread");
    expect(killed.damage).toMatchObject([{ detail: expect.stringContaining("round_configured") }]);
  });

  it("that was interrupted waits for nothing, and says that it has no end", async () => {
    const { session, turns } = await turnsWith(null);
    expect(session).toMatchObject({ state: "interrupted", owner: null, turnCount: 3 });
    expect(turns[1]?.items).toMatchObject([{}, { decision: "not answered" }, { status: "declined" }]);
    expect(turns[2]).toMatchObject({ state: "interrupted", items: [{ text: "Round 1/2: cut off" }] });
  });
});

const canTrace = spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0;

it.skipIf(!canTrace)("a playback starts no process and opens no socket (seen by strace)", () => {
  const trace = join(scratch.root, "trace");
  const program = bundleScript(new URL("./play.ts", import.meta.url));
  const home = homes.map((name) => join(fixtures, "codex", name)).join(":");
  const projects = [ours, potter].map((path) => join(scratch.workspace, path));
  const ran = spawnSync(
    "strace",
    [
      "-f",
      "-qq",
      "-e",
      "trace=execve,socket,connect,fork,vfork",
      "-o",
      trace,
      process.execPath,
      program,
      home,
      ...projects,
    ],
    { env: { ...host.env, PATH: process.env.PATH }, encoding: "utf8" },
  );
  expect(Number(ran.stdout)).toBeGreaterThan(10);
  const calls = readFileSync(trace, "utf8")
    .split("\n")
    .filter((line) => /\b(execve|socket|connect|v?fork)\(/.test(line));
  expect(calls).toEqual([expect.stringContaining("execve(")]);
});
