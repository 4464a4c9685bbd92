import type { Database, SqlRow } from "../../host/database/database.ts";
import { jsonIn, type OutlineRow, outlineColumns, resumePointFrom, rolloutColumns, type Summary } from "../row.ts";
import { addText, deleteText, type Passage, type TextPosition } from "../text/text-rows.ts";
import { addVocabulary } from "../text/vocabulary.ts";
import { rolesOf } from "./file-roles.ts";
import { nextRevision, noteGone } from "./revisions.ts";

export interface OutlineToSave {
  readonly row: OutlineRow;
  /** Overwrites a row of the same version: its base has changed. */
  readonly isForced: boolean;
  /** All its text, if read with the outline. */
  readonly passages: readonly Passage[] | null;
}

interface Group {
  readonly agent: string;
  readonly home: string;
  readonly thread: string;
}

const insertRollout = `INSERT INTO rollout (${rolloutColumns.join(", ")}, id, revision, role) VALUES (${"?, ".repeat(rolloutColumns.length)}?, ?, 'main')`;
const updateRollout = `UPDATE rollout SET ${rolloutColumns.map((column) => `${column} = ?`).join(", ")}, revision = ? WHERE id = ?`;
const insertOutline = `INSERT INTO outline (${outlineColumns.join(", ")}, id) VALUES (${"?, ".repeat(outlineColumns.length)}?)`;
const updateOutline = `UPDATE outline SET ${outlineColumns.map((column) => `${column} = ?`).join(", ")} WHERE id = ?`;

const saveTitle = "INSERT OR REPLACE INTO title (id, text) VALUES (?, ?)";

/** Call in a transaction. Keeps rows that another process stored meanwhile, if as new. */
export function saveOutlines(database: Database, kept: readonly OutlineToSave[]): void {
  const groups = new Map<string, Group>();
  const written: Passage[] = [];
  if (kept.length === 0) return;
  const revision = nextRevision(database);
  let lastId = Number(database.prepare("SELECT max(id) AS id FROM rollout").get()?.id ?? 0);
  const known = knownRows(database, kept);
  const threads = threadsIn(database, kept);
  for (const { row, isForced, passages } of kept) {
    const before = known.get(row.key);
    if (before && !isForced && before.version === row.version) continue;
    if (before) {
      note(groups, before as unknown as Group);
      replace(database, { id: Number(before.id), revision }, row);
      if (before.thread !== row.thread) noteGone(database, before as unknown as Group, revision);
      if (passages) addText(database, Number(before.id), passages, null);
      written.push(...(passages ?? []));
    } else {
      lastId += 1;
      const isAlone = !threads.has(row.thread);
      insert(database, { id: lastId, revision }, row);
      written.push(...(passages ?? []));
      if (passages) addText(database, lastId, passages, null);
      else database.prepare("INSERT INTO untold (id) VALUES (?)").run(lastId);
      threads.add(row.thread);
      if (isAlone) continue;
    }
    threads.add(row.thread);
    note(groups, row);
  }
  addVocabulary(database, written);
  for (const group of groups.values()) regroup(database, group, revision);
}

/** Rows with these keys; each key is there once. */
function knownRows(database: Database, kept: readonly OutlineToSave[]): Map<string, SqlRow> {
  const rows = database
    .prepare(
      "SELECT id, key, version, agent, home, thread FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN rollout ON key = given",
    )
    .all(JSON.stringify(kept.map(({ row }) => row.key)));
  return new Map(rows.map((row) => [String(row.key), row]));
}

/** Of their threads those that have a row. */
function threadsIn(database: Database, kept: readonly OutlineToSave[]): Set<string> {
  const rows = database
    .prepare(
      "SELECT DISTINCT thread FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN rollout ON thread = given",
    )
    .all(JSON.stringify(kept.map(({ row }) => row.thread)));
  return new Set(rows.map(({ thread }) => String(thread)));
}

/** Call in a transaction. */
export function dropRollouts(database: Database, ids: readonly number[]): void {
  const groups = new Map<string, Group>();
  if (ids.length === 0) return;
  const revision = nextRevision(database);
  for (const id of ids) {
    const known = database.prepare("SELECT agent, home, thread FROM rollout WHERE id = ?").get(id);
    if (!known) continue;
    note(groups, known as unknown as Group);
    noteGone(database, known as unknown as Group, revision);
    deleteText(database, id);
    database.prepare("DELETE FROM untold WHERE id = ?").run(id);
    database.prepare("DELETE FROM usage WHERE id = ?").run(id);
    database.prepare("DELETE FROM outline WHERE id = ?").run(id);
    database.prepare("DELETE FROM title WHERE id = ?").run(id);
    database.prepare("DELETE FROM rollout WHERE id = ?").run(id);
  }
  for (const group of groups.values()) regroup(database, group, revision);
}

/** Call in a transaction. */
export function moveRollout(database: Database, id: number, to: { key: string; isArchived: boolean }): void {
  const revision = nextRevision(database);
  database
    .prepare("UPDATE rollout SET key = ?, path = NULL, isArchived = ?, revision = ? WHERE id = ?")
    .run(to.key, Number(to.isArchived), revision, id);
  const known = database.prepare("SELECT agent, home, thread FROM rollout WHERE id = ?").get(id);
  if (known) regroup(database, known as unknown as Group, revision);
}

interface RowNumbers {
  readonly id: number;
  readonly revision: number;
}

function insert(database: Database, { id, revision }: RowNumbers, { rollout, outline, title }: OutlineRow): void {
  database.prepare(insertRollout).run(...rollout, id, revision);
  database.prepare(insertOutline).run(...outline, id);
  database.prepare(saveTitle).run(id, title);
}

function replace(database: Database, { id, revision }: RowNumbers, row: OutlineRow): void {
  if (row.isAnew) {
    deleteText(database, id);
    database.prepare("DELETE FROM usage WHERE id = ?").run(id);
  } else if (!database.prepare("SELECT id FROM untold WHERE id = ?").get(id)) keepTextPlace(database, id);
  database.prepare(updateRollout).run(...row.rollout, revision, id);
  database.prepare(updateOutline).run(...row.outline, id);
  database.prepare(saveTitle).run(id, row.title);
}

/** Continues the text index where the outline ended. */
function keepTextPlace(database: Database, id: number): void {
  const row = database.prepare("SELECT summary, resume, decoderState FROM outline WHERE id = ?").get(id);
  if (!row) return;
  const { position, track } = resumePointFrom(row);
  const { basePieces } = jsonIn<Summary>(row.summary);
  const place: TextPosition = { piece: basePieces.length, position, track };
  database.prepare("INSERT INTO untold (id, place) VALUES (?, ?)").run(id, JSON.stringify(place));
}

function note(groups: Map<string, Group>, { agent, home, thread }: Group): void {
  groups.set(`${agent}\0${home}\0${thread}`, { agent, home, thread });
}

const members =
  "SELECT id, key, rolloutId, sizeBytes, threadBytes, isArchived, hasTurns, updatedAt, bases, role FROM rollout WHERE thread = ? AND agent = ? AND home = ?";

/** Assigns file roles; only the main file has its text indexed. Its `threadBytes` are those of the earlier parts too. */
function regroup(database: Database, { agent, home, thread }: Group, revision: number): void {
  const rows = database.prepare(members).all(thread, agent, home);
  const roles = rolesOf(rows.map(memberOf));
  const roleOf = ({ id }: SqlRow) => roles.get(Number(id)) ?? "main";
  for (const row of rows) {
    const role = roleOf(row);
    if (role === row.role) continue;
    if (role !== "main") deleteText(database, Number(row.id));
    database.prepare("UPDATE rollout SET role = ?, revision = ? WHERE id = ?").run(role, revision, Number(row.id));
  }
  const threadBytes = rows
    .filter((row) => roleOf(row) !== "copy")
    .reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0);
  const main = rows.find((row) => roleOf(row) === "main");
  if (main && main.threadBytes !== threadBytes)
    database
      .prepare("UPDATE rollout SET threadBytes = ?, revision = ? WHERE id = ?")
      .run(threadBytes, revision, Number(main.id));
}

function memberOf(row: SqlRow) {
  const bases = row.bases === null ? [] : jsonIn<[string, number | null][]>(row.bases);
  return {
    id: Number(row.id),
    key: String(row.key),
    rolloutId: row.rolloutId as string | null,
    isArchived: row.isArchived === 1,
    hasTurns: row.hasTurns === 1,
    updatedAt: String(row.updatedAt),
    bases: bases.map(([rolloutId]) => rolloutId),
  };
}
