import type { SearchTerm } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { itemsInJournal } from "../../journal/journal-items.ts";
import { jsonIn } from "../row.ts";
import { insideShift, notePlace, type PlacesToFill } from "./candidates.ts";
import { type FieldText, searchTexts, textFields } from "./item-text.ts";
import { Matcher } from "./match.ts";

/** Stands for the turns, whichever they are, with items that only a journal has. */
export const journalTurn = -1;

interface IndexOptions {
  readonly host: Host;
  readonly signal?: AbortSignal | undefined;
}

/** Replies and calls that no agent's log has, since they were cut off. A journal is read again once its run has changed. */
export async function indexJournals(database: Database, { host, signal }: IndexOptions): Promise<void> {
  const gone = database.prepare("SELECT journal FROM run_text WHERE journal NOT IN (SELECT journal FROM run)").all();
  for (const { journal } of gone) database.prepare("DELETE FROM run_text WHERE journal = ?").run(String(journal));
  const rows = database
    .prepare(
      `SELECT run.journal, run.version, run.agent, run.thread, run_text.version AS known,
        json_extract(run.facts, '$.status') = 'running' AS isRunning
      FROM run LEFT JOIN run_text USING (journal)
      WHERE run.thread IS NOT NULL AND (isRunning OR run_text.version IS NOT run.version)`,
    )
    .all();
  const save = database.prepare(
    "INSERT OR REPLACE INTO run_text (journal, version, agent, thread, texts) VALUES (?, ?, ?, ?, ?)",
  );
  for (const { journal: path, version: run, agent, thread, known, isRunning } of rows) {
    if (signal?.aborted) return;
    const journal = String(path);
    // Text comes without a change of the run; killed, it stays as running as it was.
    const size = isRunning ? ` ${host.files.stamp(journal)?.sizeBytes}` : "";
    const version = `${run}${size}`;
    if (version === known) continue;
    const items = await itemsInJournal(journal, host, { isRunning: isRunning === 1 }).catch(() => []); // `show` names it
    const texts = items
      .filter(({ replacedBy, item }) => replacedBy !== null && item.kind !== "notice")
      .map(({ item }) => [...searchTexts(item)]);
    save.run(journal, version, agent ?? null, thread ?? null, JSON.stringify(texts));
  }
}

/** The texts of each item that only a journal has, by session. */
export type JournalTexts = ReadonlyMap<number, readonly (readonly FieldText[])[]>;

export function journalTexts(database: Database): JournalTexts {
  const rows = database
    .prepare(
      `SELECT rollout.id, run_text.texts FROM run_text CROSS JOIN rollout INDEXED BY rollout_thread
        ON rollout.thread = run_text.thread AND rollout.agent = run_text.agent
      WHERE run_text.texts <> '[]' AND rollout.role = 'main'`,
    )
    .all();
  const found = new Map<number, (readonly FieldText[])[]>();
  for (const { id, texts } of rows) {
    const session = Number(id);
    found.set(session, [...(found.get(session) ?? []), ...jsonIn<(readonly FieldText[])[]>(texts)]);
  }
  return found;
}

/** Adds the sessions of which such an item has the term. */
export function addJournalTexts(places: PlacesToFill, term: SearchTerm, texts: JournalTexts): void {
  const matcher = new Matcher([term]);
  for (const [session, items] of texts) {
    for (const item of items) {
      const found = matcher.findIn(item)[0];
      if (!found) continue;
      const bit = 1 << textFields.indexOf(found.field);
      notePlace(places, { session, turn: journalTurn, bit: found.isInside ? bit << insideShift : bit });
    }
  }
}
