import { type Progress, SessionError } from "@reprise/model";
import type { AgentSource, RolloutRef } from "../../agents/reading/source.ts";
import type { Database, SqlRow } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import type { Chain } from "../../transcript/chain.ts";
import { ProgressReport } from "../progress.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { chainFrom, jsonIn, type Summary } from "../row.ts";
import { inTransaction } from "../transaction.ts";
import { PassageCollector } from "./passages.ts";
import { addText, type Passage, type TextPosition } from "./text-rows.ts";
import { addVocabulary } from "./vocabulary.ts";

export interface TextOptions {
  readonly host: Host;
  /** The keys of those to read now; the others are left for later. Absent: all. */
  readonly choose?: ((pending: readonly RolloutRef[], source: AgentSource) => Promise<ReadonlySet<string>>) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Checkpoint size: written batches survive a crash. */
const batchBytes = 16 * 1024 * 1024;

interface TextToIndex {
  readonly id: number;
  readonly version: string;
  readonly place: string | null;
  readonly chain: Chain;
  readonly source: AgentSource;
}

interface IndexedText {
  readonly pending: TextToIndex;
  readonly passages: readonly Passage[];
  readonly place: TextPosition | null;
}

/** Indexes the text of every session up to its row; reads only new text. */
export async function indexText(database: Database, lookup: RolloutLookup, options: TextOptions): Promise<void> {
  const rows = database
    // Usually none: `CROSS` avoids a scan of all rollouts.
    .prepare(
      "SELECT id, key, sizeBytes, place FROM untold CROSS JOIN rollout USING (id) WHERE role = 'main' ORDER BY id",
    )
    .all();
  const present = rows.filter(({ key }) => lookup.byKey(String(key)) !== null);
  const pending = options.choose ? await chosenOf(present, lookup, options.choose) : present;
  if (pending.length === 0) return;
  const totalBytes = pending.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0);
  const report = new ProgressReport({ stage: "text", totalCount: pending.length, totalBytes }, options);
  const indexing = new TextIndexing(database, options.host, report);
  for (const { id, key, sizeBytes } of pending) {
    const pending = untoldOf(Number(id), String(key), database, lookup);
    if (pending) await indexing.tell(pending);
    if (!(await report.step(Number(sizeBytes)))) break;
  }
  indexing.write();
}

/** One of which only the end is new is read: that is as quick. */
const smallRest = 1024 * 1024;

async function chosenOf(
  rows: readonly SqlRow[],
  lookup: RolloutLookup,
  choose: NonNullable<TextOptions["choose"]>,
): Promise<readonly SqlRow[]> {
  const chosen = new Set<string>();
  const unread: RolloutRef[] = [];
  for (const { key, place } of rows) {
    const rollout = lookup.byKey(String(key));
    if (!rollout) continue;
    const from = place === null ? 0 : jsonIn<TextPosition>(place).position.byteOffset;
    if (from > 0 && rollout.sizeBytes - from <= smallRest) chosen.add(rollout.key);
    else unread.push(rollout);
  }
  for (const [agent, rollouts] of Map.groupBy(unread, (rollout) => rollout.agent)) {
    const source = lookup.sourceOf(agent);
    for (const key of source ? await choose(rollouts, source) : []) chosen.add(key);
  }
  return rows.filter(({ key }) => chosen.has(String(key)));
}

function untoldOf(id: number, key: string, database: Database, lookup: RolloutLookup): TextToIndex | null {
  const rollout = lookup.byKey(key);
  const row = database
    .prepare("SELECT version, summary, place FROM rollout JOIN outline USING (id) JOIN untold USING (id) WHERE id = ?")
    .get(id);
  if (!rollout || !row) return null;
  const chain = chainFrom(jsonIn<Summary>(row.summary), rollout, (other) => lookup.byKey(other));
  const source = lookup.sourceOf(rollout.agent);
  if (!chain || !source) return null;
  return { id, version: String(row.version), place: row.place as string | null, chain, source };
}

class TextIndexing {
  readonly #database: Database;
  readonly #host: Host;
  readonly #report: ProgressReport;
  readonly #collector = new PassageCollector();
  #told: IndexedText[] = [];
  #toldBytes = 0;

  constructor(database: Database, host: Host, report: ProgressReport) {
    this.#database = database;
    this.#host = host;
    this.#report = report;
  }

  /** Unreadable text stays pending and is retried next time. */
  async tell(pending: TextToIndex): Promise<void> {
    try {
      await this.#read(pending);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      this.#abandon();
    }
  }

  async #read(pending: TextToIndex): Promise<void> {
    let from = pending.place === null ? null : jsonIn<TextPosition>(pending.place);
    let present = pending;
    this.#collector.start(from?.track ?? null);
    const { pieces } = pending.chain;
    for (let piece = from?.piece ?? 0; piece < pieces.length; piece += 1) {
      const { rollout, toByte } = pieces[piece] as Chain["pieces"][number];
      const options = { depth: "full", from: from?.position, toByte: toByte ?? undefined } as const;
      for await (const { facts, position, isTail } of pending.source.decode(rollout, this.#host, options)) {
        this.#collector.take(facts);
        const isFull = !isTail && this.#collector.sizeBytes >= batchBytes;
        const place = isFull ? { piece, position, track: this.#collector.state() } : null;
        if (place) present = this.#checkpoint(present, place);
        if (!(await this.#report.part(position.byteOffset))) return this.#abandon();
      }
      from = null;
    }
    this.#add({ pending: present, passages: this.#collector.passages(), place: null });
  }

  /** Discards text since the last checkpoint; it is read again next time. */
  #abandon(): void {
    this.#collector.passages();
  }

  write(): void {
    const told = this.#told;
    this.#told = [];
    this.#toldBytes = 0;
    if (told.length === 0) return;
    inTransaction(this.#database, () => {
      const written = told.filter(({ pending, passages, place }) => {
        const isUnchanged = this.#isUnchanged(pending);
        if (isUnchanged) addText(this.#database, pending.id, passages, place);
        return isUnchanged;
      });
      addVocabulary(
        this.#database,
        written.flatMap(({ passages }) => passages),
      );
    });
  }

  #checkpoint(pending: TextToIndex, place: TextPosition): TextToIndex {
    this.#add({ pending, passages: this.#collector.passages(), place });
    this.write();
    return { ...pending, place: JSON.stringify(place) };
  }

  #add(told: IndexedText): void {
    this.#told.push(told);
    this.#toldBytes += told.passages.reduce((sum, { words }) => sum + words.length, 0);
    if (this.#toldBytes >= batchBytes) this.write();
  }

  /** Another process may have indexed or changed it meanwhile. */
  #isUnchanged({ id, version, place }: TextToIndex): boolean {
    const row = this.#database
      .prepare("SELECT version, place, role FROM rollout JOIN untold USING (id) WHERE id = ?")
      .get(id);
    return row !== null && row.version === version && row.place === place && row.role === "main";
  }
}
