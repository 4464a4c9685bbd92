import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Item } from "@reprise/model";
import { transcriptOf } from "@reprise/testkit";
import { afterEach, beforeEach, expect } from "vitest";
import { opencodeSource } from "../../../src/agents/opencode/source.ts";
import type { RolloutRef } from "../../../src/agents/reading/source.ts";
import type { Host } from "../../../src/host/host.ts";
import { nodeHost } from "../../../src/host/node-host.ts";

export type Fields = Record<string, unknown>;

export let root: string;
export let home: string;
export let host: Host;
export let database: DatabaseSync | null = null;
export let clock = 0;

/** A store of its own for each test of the file. */
export function useStore(): void {
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "opencode-")));
    home = join(root, "data", "opencode");
    mkdirSync(home, { recursive: true });
    host = nodeHost({ HOME: join(root, "home"), XDG_DATA_HOME: join(root, "data") });
    clock = 1_794_778_800_000;
  });

  afterEach(() => {
    database?.close();
    database = null;
    rmSync(root, { recursive: true, force: true });
  });
}

/** The tables of 1.18.33, without what is never read. */
export function open(name = "opencode.db"): DatabaseSync {
  database?.close();
  database = new DatabaseSync(join(home, name));
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, slug TEXT, directory TEXT, title TEXT,
      version TEXT, revert TEXT, permission TEXT, model TEXT, time_created INTEGER, time_updated INTEGER, time_archived INTEGER,
      tokens_input INTEGER DEFAULT 0, tokens_output INTEGER DEFAULT 0, tokens_reasoning INTEGER DEFAULT 0);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT, type TEXT, seq INTEGER, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE session_input (id TEXT PRIMARY KEY, session_id TEXT, prompt TEXT, delivery TEXT, admitted_seq INTEGER, promoted_seq INTEGER, time_created INTEGER);
  `);
  return database;
}

export function insert(table: string, row: Fields): void {
  const names = Object.keys(row);
  const values = Object.values(row) as (string | number | null)[];
  database
    ?.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .run(...values);
}

export const tick = () => (clock += 1000);

export function session(id = "ses_1", more: Fields = {}): void {
  const times = { time_created: tick(), time_updated: clock };
  insert("session", {
    id,
    project_id: "global",
    slug: "s",
    directory: "/srv/a",
    title: "T",
    version: "1.18.33",
    ...times,
    ...more,
  });
}

export function message(id: string, value: Fields, parts: readonly Fields[], in_ = "ses_1"): void {
  const created = tick();
  const data = JSON.stringify({ time: { created }, ...value });
  insert("message", { id, session_id: in_, time_created: created, time_updated: created, data });
  for (const [index, part] of parts.entries()) {
    const row = {
      id: `${id}-p${index}`,
      message_id: id,
      session_id: in_,
      time_created: tick(),
      time_updated: clock,
    };
    insert("part", { ...row, data: JSON.stringify(part) });
  }
}

export const text = (said: string, more: Fields = {}) => ({ type: "text", text: said, ...more });
export const prompt = (id: string, said: string) => message(id, { role: "user" }, [text(said)]);
export const stop = { type: "step-finish", reason: "stop" };

export function reply(id: string, parts: readonly Fields[], more: Fields = {}): void {
  const created = clock + 500;
  const done = { time: { created, completed: created + 100 }, finish: "stop" };
  message(
    id,
    {
      role: "assistant",
      modelID: "m",
      providerID: "p",
      path: { cwd: "/srv/a", root: "/" },
      ...done,
      ...more,
    },
    parts,
  );
}

export function tool(name: string, state: Fields): Fields {
  return {
    type: "tool",
    tool: name,
    callID: "call",
    state: { status: "completed", input: {}, time: { start: clock, end: clock }, ...state },
  };
}

export function located(): RolloutRef[] {
  const { rollouts, warnings } = opencodeSource.locate(home, host);
  expect(warnings).toEqual([]);
  return [...rollouts];
}

export async function seen(thread = "ses_1") {
  const rollout = located().find((found) => found.thread === thread) as RolloutRef;
  const { turns, outline, peeked, damage } = await transcriptOf(rollout, opencodeSource, host);
  expect({ ...peeked, title: outline.title }).toEqual(outline);
  return {
    about: outline.about,
    damage: damage.map(({ kind, byteOffset }) => [kind, byteOffset]),
    turns: turns.map(({ number, state, items }) => ({ number, state, items: items.map(shownOf) })),
  };
}

export async function marksOf(thread = "ses_1") {
  const rollout = located().find((found) => found.thread === thread) as RolloutRef;
  const { turns } = await transcriptOf(rollout, opencodeSource, host);
  return turns
    .flatMap(({ items }) => items)
    .flatMap((item) => (item.kind === "notice" && item.mark ? [{ id: item.id, mark: item.mark }] : []));
}

export function shownOf({ id: _id, at: _at, origin: _origin, ...body }: Item) {
  if (body.kind === "attachment") return `${body.what} ${body.name}: ${body.text}`;
  return "text" in body ? `${body.kind}: ${body.text}` : body;
}

export const itemsOf = async () => (await seen()).turns.flatMap(({ items }) => items);
