import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codexSource } from "../agents/codex/source.ts";
import { nodeDatabases } from "../host/database/database.ts";
import { nodeGit } from "../host/git/git.ts";
import { nodeHost } from "../host/node-host.ts";
import { startThread, type Thread } from "../host/threads.ts";
import { FileLibrary } from "./file-library.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures/codex", import.meta.url));
const script = fileURLToPath(new URL("../../test/reading-thread.ts", import.meta.url));
const all = { scope: "all" } as const;
const rareWord = "velmariscope";
let root: string;
let home: string;

/** Every recording, and so many large files that threads are worth their start. */
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "shared-reading-")));
  home = join(root, ".codex");
  const folder = join(home, "sessions/2026/11/15");
  mkdirSync(folder, { recursive: true });
  for (const { name } of readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const sessions = join(fixtures, name, "sessions");
    try {
      cpSync(sessions, join(home, "sessions", name), { recursive: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  for (let number = 0; number < 40; number += 1) writeFileSync(join(folder, nameOf(number)), session(number));
});
afterAll(() => rmSync(root, { recursive: true }));

const threadOf = (number: number) => `01a1e0b9-148a-7f41-84de-${String(number).padStart(12, "0")}`;
const nameOf = (number: number) => `rollout-2026-11-15T19-35-21-${threadOf(number)}.jsonl`;

/** 0.9 MB; each fifth continues the first, one is torn, one has the word. */
function session(number: number): string {
  const line = (type: string, payload: unknown) =>
    `${JSON.stringify({ timestamp: `2026-11-15T20:${String(number).padStart(2, "0")}:00.000Z`, type, payload })}\n`;
  const base = number % 5 === 4 ? { history_base: { thread_id: threadOf(0), end_byte_offset: 500_000 } } : {};
  const meta = { id: threadOf(number), timestamp: "2026-11-15T20:00:00.000Z", cwd: "/srv/app", ...base };
  const says = `message ${number}${number === 7 ? ` with a ${rareWord}` : ""}`;
  const reply = line("event_msg", { type: "agent_message", message: "a reply of some words, again. ".repeat(300) });
  const text =
    line("session_meta", meta) + line("event_msg", { type: "user_message", message: says }) + reply.repeat(96);
  return number === 9 ? text.slice(0, -20) : text;
}

function open(threads: readonly Thread[] | null, name: string): FileLibrary {
  const host = nodeHost({ HOME: root, REPRISE_CACHE: join(root, name), REPRISE_STATE: join(root, `${name}-state`) });
  const options = { sources: [codexSource], homes: { codex: [home] }, databases: nodeDatabases, git: nodeGit };
  const startThreads = threads === null ? undefined : () => threads;
  return new FileLibrary(host, { ...options, onProgress: undefined, startThreads, fewBytes: 0, bytesForThreads: 0 });
}

/** A thread that counts what it was sent. */
function counted(): { thread: Thread; readonly parts: number } {
  const thread = startThread(script, []);
  let parts = 0;
  const send = (message: unknown) => {
    parts += 1;
    thread.send(message);
  };
  const counting = Object.create(thread, { send: { value: send } }) as Thread;
  return {
    thread: counting,
    get parts() {
      return parts;
    },
  };
}

/** All that is stored of each file, but for its number. */
function stored(name: string): unknown[] {
  const database = nodeDatabases.open(join(root, name, "catalog.db"));
  const rows = database
    .prepare(
      `SELECT rollout.*, outline.*, title.text, (SELECT group_concat(turn || ' ' || field, ',') FROM
      (SELECT turn, field FROM passage WHERE passage.rollout = rollout.id ORDER BY id)) AS passages
      FROM rollout JOIN outline USING (id) JOIN title USING (id) ORDER BY key`,
    )
    .all()
    .map(({ id: _id, revision: _revision, ...row }) => row);
  database.close();
  return rows;
}

describe("files that threads read", () => {
  it("are stored as one thread stores them, with their text and without", async () => {
    for (const isWithText of [false, true]) {
      const names = ["alone", "shared"].map((name) => `${name}-${isWithText}`);
      const parts = [];
      for (const [index, name] of names.entries()) {
        const used = index === 0 ? null : counted();
        const library = open(used && [used.thread], name);
        if (isWithText) await library.reindex();
        else await library.list(all);
        parts.push(used?.parts ?? 0);
        library.close();
      }
      expect(parts[1]).toBeGreaterThan(0);
      expect(stored(names[1] ?? "").length).toBeGreaterThan(40);
      expect(stored(names[1] ?? "")).toEqual(stored(names[0] ?? ""));
    }
  });

  it("are searched by their bytes with the same hits", async () => {
    const found = async (used: ReturnType<typeof counted> | null, name: string) => {
      const library = open(used && [used.thread], name);
      const hits = await Array.fromAsync(library.search(rareWord, all));
      library.close();
      return hits;
    };
    const used = counted();
    const hits = await found(used, "scan-shared");
    expect(used.parts).toBeGreaterThan(0);
    expect(hits).toHaveLength(2);
    expect(hits).toEqual(await found(null, "scan-alone"));
  });

  it("have their usage counted alike", async () => {
    const used = { alone: null, shared: counted() };
    const usages = [];
    for (const [name, thread] of Object.entries(used)) {
      const library = open(null, `usage-${name}`);
      await library.list(all);
      library.close();
      const counting = open(thread && [thread.thread], `usage-${name}`);
      usages.push(await counting.usage({ scope: "all", zone: "UTC" }));
      counting.close();
    }
    expect(used.shared.parts).toBeGreaterThan(0);
    expect(usages[0]).toEqual(usages[1]);
  });

  it("are read here if a thread cannot start", async () => {
    const broken = startThread(join(root, "no-such-program.mjs"), []);
    const library = open([broken], "broken");
    const { total } = await library.list(all);
    library.close();
    expect(total).toBeGreaterThan(40);
    expect(broken.isOver).toBe(true);
  });
});
