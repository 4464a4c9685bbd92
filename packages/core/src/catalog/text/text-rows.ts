import type { Position } from "../../agents/reading/source.ts";
import type { Database } from "../../host/database/database.ts";
import type { TrackState } from "../../transcript/turn-tracker.ts";
import { type TextField, textFields } from "./item-text.ts";

export interface TextPosition {
  readonly piece: number;
  readonly position: Position;
  readonly track: TrackState;
}

/** The words of one field of a turn, or of a part of it. */
export interface Passage {
  readonly turn: number;
  readonly field: TextField;
  readonly words: string;
}

/** Call in a transaction. `place`: where to continue; null if all was read. */
export function addText(
  database: Database,
  rollout: number,
  passages: readonly Passage[],
  place: TextPosition | null,
): void {
  let last = Number(database.prepare("SELECT max(id) AS id FROM passage").get()?.id ?? 0);
  const passageRow = database.prepare("INSERT INTO passage (id, rollout, turn, field) VALUES (?, ?, ?, ?)");
  const wordsRow = database.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  for (const { turn, field, words } of passages) {
    last += 1;
    passageRow.run(last, rollout, turn, textFields.indexOf(field));
    wordsRow.run(last, words);
  }
  if (place)
    database.prepare("INSERT OR REPLACE INTO untold (id, place) VALUES (?, ?)").run(rollout, JSON.stringify(place));
  else database.prepare("DELETE FROM untold WHERE id = ?").run(rollout);
}

/** Call in a transaction. */
export function deleteText(database: Database, rollout: number): void {
  const remove = database.prepare("DELETE FROM words WHERE rowid = ?");
  for (const { id } of database.prepare("SELECT id FROM passage WHERE rollout = ?").all(rollout))
    remove.run(Number(id));
  database.prepare("DELETE FROM passage WHERE rollout = ?").run(rollout);
  database.prepare("INSERT OR REPLACE INTO untold (id, place) VALUES (?, NULL)").run(rollout);
}
