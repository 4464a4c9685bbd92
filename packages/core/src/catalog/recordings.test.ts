import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeSource } from "../agents/claude/source.ts";
import { codexSource } from "../agents/codex/source.ts";
import { geminiSource } from "../agents/gemini/source.ts";
import type { AgentSource } from "../agents/reading/source.ts";
import { type Database, nodeDatabases } from "../host/database/database.ts";
import { nodeHost } from "../host/node-host.ts";
import { refresh } from "./index/refresh.ts";
import { prepareSchema } from "./schema.ts";
import { indexText } from "./text/index-text.ts";
import { indexUsage } from "./usage/index-usage.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "recordings-")));
});
afterEach(() => rmSync(root, { recursive: true }));

describe.each([
  ["codex", codexSource],
  ["claude", claudeSource],
  ["gemini", geminiSource],
] as const)("recordings of %s", (agent, source) => {
  const cases = readdirSync(join(fixtures, agent), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.each(cases.map(({ name }) => name))("%s is the same, read as it grows or at once", async (name) => {
    const recorded = join(fixtures, agent, name);
    const home = join(root, "home");
    mkdirSync(home);
    const host = nodeHost({ HOME: root });
    const growing = freshDatabase();
    const pieces = piecesOf(recorded, 4);
    for (const [index, piece] of pieces.entries()) {
      for (const [path, bytes] of piece) {
        const target = join(home, path);
        mkdirSync(join(target, ".."), { recursive: true });
        if (index === 0) writeFileSync(target, bytes);
        else appendFileSync(target, bytes);
        utimesSync(target, 1_790_000_000 + index, 1_790_000_000 + index);
      }
      await complete(growing, source, home, host);
    }
    for (const isWithText of [false, true]) {
      const atOnce = freshDatabase();
      await complete(atOnce, source, home, host, isWithText);
      expect(contents(growing)).toEqual(contents(atOnce));
      atOnce.close();
    }
    growing.close();
  });
});

function freshDatabase(): Database {
  const database = nodeDatabases.open(null);
  prepareSchema(database);
  return database;
}

async function complete(
  database: Database,
  source: AgentSource,
  path: string,
  host: ReturnType<typeof nodeHost>,
  isWithText = false,
): Promise<void> {
  const lookup = await refresh(database, { homes: [{ source, path }], host, isWithText });
  await indexText(database, lookup, { host });
  const ids = database.prepare("SELECT id FROM rollout WHERE role <> 'copy'").all();
  await indexUsage(
    ids.map(({ id }) => Number(id)),
    database,
    lookup,
    { host },
  );
}

function contents(database: Database): unknown {
  database.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.instances USING fts5vocab(main, words, instance)");
  const words = database
    .prepare(
      "SELECT DISTINCT key, turn, field, term FROM temp.instances JOIN passage ON passage.id = doc JOIN rollout ON rollout.id = passage.rollout ORDER BY 1, 2, 3, 4",
    )
    .all();
  const rows = database
    .prepare(
      "SELECT key, thread, role, state, isOpen, updatedAt, workspace, bases, summary, turnStarts, late FROM rollout JOIN outline USING (id) ORDER BY key",
    )
    .all();
  const read = rows.map((row) => ({ ...row, summary: JSON.parse(String(row.summary)) as unknown }));
  const usage = database
    .prepare("SELECT key, turns FROM usage JOIN rollout USING (id) WHERE role <> 'copy' ORDER BY key")
    .all();
  const counted = usage.map(({ key, turns }) => ({ key, turns: JSON.parse(String(turns)) as unknown }));
  return {
    rows: read,
    counted,
    words: words.map(({ key, turn, field, term }) => `${key} ${turn} ${field} ${term}`),
  };
}

/** Every file of a home cut into so many pieces, anywhere. */
function piecesOf(home: string, count: number): Map<string, Buffer>[] {
  const paths = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(home, path)).isFile(),
  );
  return Array.from({ length: count }, (_, index) => {
    const piece = (bytes: Buffer) =>
      bytes.subarray(Math.floor((bytes.length * index) / count), Math.floor((bytes.length * (index + 1)) / count));
    const isWhole = (path: string) => !path.endsWith(".jsonl");
    return new Map(
      paths.flatMap((path) => {
        const bytes = readFileSync(join(home, path));
        if (isWhole(path)) return index === 0 ? [[path, bytes] as const] : [];
        return [[path, piece(bytes)] as const];
      }),
    );
  });
}
