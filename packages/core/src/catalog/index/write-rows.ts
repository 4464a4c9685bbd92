import type { Database, SqlRow } from "../../host/database/database.ts";
import {
  jsonIn,
  outlineValues,
  resumePointFrom,
  rolloutColumns,
  rolloutValues,
  type Summary,
  threadOf,
  titleText,
} from "../row.ts";
import { addText, deleteText, type Passage, type TextPosition } from "../text/text-rows.ts";
import { addVocabulary } from "../text/vocabulary.ts";
import { rolesOf } from "./file-roles.ts";
import type { OutlinedRollout } from "./outlined-rollout.ts";
import { nextRevision, noteGone } from "./revisions.ts";

export interface OutlineToSave {
  readonly outlined: OutlinedRollout;
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
const insertOutline =
  "INSERT INTO outline (summary, resume, decoderState, turnStarts, late, id) VALUES (?, ?, ?, ?, ?, ?)";
const updateOutline =
  "UPDATE outline SET summary = ?, resume = ?, decoderState = ?, turnStarts = ?, late = ? WHERE id = ?";

const saveTitle = "INSERT OR REPLACE INTO title (id, text) VALUES (?, ?)";

/** Call in a transaction. Keeps rows that another process stored meanwhile, if as new. */
export function saveOutlines(database: Database, kept: readonly OutlineToSave[]): void {
  const groups = new Map<string, Group>();
  const written: Passage[] = [];
  if (kept.length === 0) return;
  const revision = nextRevision(database);
  let lastId = Number(database.prepare("SELECT max(id) AS id FROM rollout").get()?.id ?? 0);
  for (const { outlined, isForced, passages } of kept) {
    const known = database
      .prepare("SELECT id, version, agent, home, thread FROM rollout WHERE key = ?")
      .get(outlined.rollout.key);
    if (known && !isForced && known.version === outlined.rollout.version) continue;
    if (known) {
      note(groups, known as unknown as Group);
      replace(database, { id: Number(known.id), revision }, outlined);
      if (known.thread !== threadOf(outlined)) noteGone(database, known as unknown as Group, revision);
      if (passages) addText(database, Number(known.id), passages, null);
      written.push(...(passages ?? []));
    } else {
      lastId += 1;
      const isAlone = !database.prepare("SELECT id FROM rollout WHERE thread = ?").get(threadOf(outlined));
      insert(database, { id: lastId, revision }, outlined);
      written.push(...(passages ?? []));
      if (passages) addText(database, lastId, passages, null);
      else database.prepare("INSERT INTO untold (id) VALUES (?)").run(lastId);
      if (isAlone) continue;
    }
    const { agent, home } = outlined.rollout;
    note(groups, { agent, home, thread: threadOf(outlined) });
  }
  addVocabulary(database, written);
  for (const group of groups.values()) regroup(database, group, revision);
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

function insert(database: Database, { id, revision }: RowNumbers, outlined: OutlinedRollout): void {
  database.prepare(insertRollout).run(...rolloutValues(outlined), id, revision);
  database.prepare(insertOutline).run(...outlineValues(outlined), id);
  database.prepare(saveTitle).run(id, titleText(outlined));
}

function replace(database: Database, { id, revision }: RowNumbers, outlined: OutlinedRollout): void {
  if (outlined.isAnew) {
    deleteText(database, id);
    database.prepare("DELETE FROM usage WHERE id = ?").run(id);
  } else if (!database.prepare("SELECT id FROM untold WHERE id = ?").get(id)) keepTextPlace(database, id);
  database.prepare(updateRollout).run(...rolloutValues(outlined), revision, id);
  database.prepare(updateOutline).run(...outlineValues(outlined), id);
  database.prepare(saveTitle).run(id, titleText(outlined));
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
