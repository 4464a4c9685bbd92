import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Ailment } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import type { RolloutRef } from "../reading/source.ts";
import { opencodeAilments } from "./ailments.ts";
import { opencodeSource } from "./source.ts";

type Fields = Record<string, unknown>;

let root: string;
let home: string;
let database: DatabaseSync;
let clock = 0;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "opencode-ailing-")));
  home = join(root, "data", "opencode");
  mkdirSync(home, { recursive: true });
  database = new DatabaseSync(join(home, "opencode.db"));
  database.exec(`
    CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT, title TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
  `);
  clock = 1_794_778_800_000;
});

afterEach(() => {
  database.close();
  rmSync(root, { recursive: true, force: true });
});

function session(revert: Fields | null = null): void {
  const row = database.prepare("INSERT INTO session VALUES ('ses_1', '/srv/a', 'T', ?, ?, ?)");
  row.run(revert && JSON.stringify(revert), clock, clock);
}

/** Parts are JSON, or text stored as is. */
function message(id: string, value: Fields, parts: readonly (Fields | string)[]): void {
  clock += 1000;
  const put = database.prepare("INSERT INTO message VALUES (?, 'ses_1', ?, ?, ?)");
  put.run(id, clock, clock, JSON.stringify({ time: { created: clock }, ...value }));
  const add = database.prepare("INSERT INTO part VALUES (?, ?, 'ses_1', ?, ?, ?)");
  for (const [index, part] of parts.entries())
    add.run(`${id}-p${index}`, id, clock, clock, typeof part === "string" ? part : JSON.stringify(part));
}

const user = (id: string, ...parts: (Fields | string)[]) => message(id, { role: "user" }, parts);
const reply = (id: string, parts: (Fields | string)[], more: Fields = {}) =>
  message(id, { role: "assistant", modelID: "m", providerID: "p", tokens: { input: 1 }, ...more }, parts);
const text = (said: string) => ({ type: "text", text: said });
const running = { type: "tool", tool: "bash", callID: "c1", state: { status: "running", input: {} } };

async function scanned() {
  const host = nodeHost({ HOME: join(root, "home"), XDG_DATA_HOME: join(root, "data") });
  const [rollout] = opencodeSource.locate(home, host).rollouts;
  const found: Ailment[] = [];
  for await (const ailment of opencodeAilments.scan(rollout as RolloutRef, host)) found.push(ailment);
  return found.map(({ kind, line, byteOffset }) => [kind, line, byteOffset]);
}

describe("what OpenCode would send", () => {
  it("is looked at part by part, under the places that the decoder gives", async () => {
    session();
    user("m1", text("go \0"), { type: "file", mime: "image/png", url: "data:image/png;base64,AAAA" });
    reply("m2", [{ type: "reasoning", text: "hm", metadata: { openai: { itemId: "r" } } }, running, "{torn"]);
    user("m3", text("on"));
    reply("m4", [text("fine")], { modelID: "m2" });
    expect(await scanned()).toEqual([
      ["nul", 0, 1],
      ["broken-image", 0, 2],
      ["foreign-reasoning", 0, 4],
      ["orphan-call", 0, 5],
      ["unreadable-line", 0, 6],
    ]);
  });

  it("begins with the last summary, and ends where the rest was undone", async () => {
    session({ messageID: "m5" });
    user("m1", text("bad \0"));
    reply("m2", [running]);
    reply("m3", [text("Summary.")], { summary: true });
    user("m4", text("half \ud83c"));
    user("m5", text("bad \0"));
    expect(await scanned()).toEqual([["lone-surrogate", 0, 7]]);
  });

  it("holds what the last compaction kept", async () => {
    session();
    user("m1", text("bad \0"));
    user("m2", text("half \ud83c"));
    reply("m3", [running]);
    user("m4", { type: "compaction", auto: true, tail_start_id: "m2" });
    reply("m5", [text("Summary.")], { summary: true });
    expect(await scanned()).toEqual([
      ["lone-surrogate", 0, 3],
      ["orphan-call", 0, 5],
    ]);
  });

  it("is too long when the last turn failed so, and not when a later one did not", async () => {
    session();
    user("m1", text("go"));
    reply("m2", [], { error: { name: "ContextOverflowError", data: { message: "no" } } });
    expect(await scanned()).toEqual([["context-full", 0, 2]]);
    user("m3", text("on"));
    reply("m4", [text("fine")]);
    expect(await scanned()).toEqual([]);
  });
});
