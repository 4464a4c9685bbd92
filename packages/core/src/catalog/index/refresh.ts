import type { Progress } from "@reprise/model";
import { folderOf } from "../../agents/reading/rollout-folder.ts";
import type { RolloutFolder, RolloutRef } from "../../agents/reading/source.ts";
import type { Database } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { ProgressReport } from "../progress.ts";
import { type Home, type HomeContents, locateRollouts, type RolloutLookup } from "../rollout-lookup.ts";
import { chainFrom, jsonIn, resumePointFrom, rowOf, type Summary } from "../row.ts";
import { shareOut, type Threads } from "../threads.ts";
import { inTransaction } from "../transaction.ts";
import { type Changes, changesIn, exists } from "./changes.ts";
import { type FolderLooks, noMarks } from "./folder-looks.ts";
import { OutlineReader, type StoredOutline } from "./outline-reader.ts";
import { outlineStateOf } from "./outlined-rollout.ts";
import { unpackLateItems, unpackTurnStarts } from "./pack.ts";
import { type OutlineJob, WholeReader } from "./read-whole.ts";
import { dropRollouts, moveRollout, type OutlineToSave, saveOutlines } from "./write-rows.ts";

interface RefreshOptions {
  readonly homes: readonly Home[];
  readonly host: Host;
  /** Also index the text of new rollouts; the rest is left to `completeText`. */
  readonly isWithText?: boolean | undefined;
  /** Of the new files, the keys of those to read now; the others are left for later. Absent: all. */
  readonly choose?: ((added: readonly RolloutRef[], home: Home) => Promise<ReadonlySet<string>>) | undefined;
  /** Others that read. Null: this thread alone does. */
  readonly threads?: Threads | null | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Written in batches of this size. */
const batchCount = 1000;
const batchBytes = 16 * 1024 * 1024;

/**
 * Makes the rows say what is on disk:
 *   locate every rollout; compare what each folder holds with the last time
 *   for each changed rollout: read what is new of it, or all of it
 *   read again what is based on a rollout that was not merely continued
 *   write rows, and last the folders, so that whatever was cut off is found again
 * Reading happens outside of any transaction; of two processes that read the same, the later keeps what the other wrote.
 */
export async function refresh(database: Database, options: RefreshOptions): Promise<RolloutLookup> {
  const lookup = locateRollouts(options.homes, database, options.host);
  dropLostHomes(database, options);
  const work: { contents: HomeContents; changes: Changes }[] = [];
  for (const contents of lookup.contents) {
    const changes = changesIn(contents, database, options.host);
    if (changes) work.push({ contents, changes: await chosenOf(changes, contents.home, options) });
    else keepLooks(contents, database);
  }
  if (work.length > 0) await refreshHomes(work, database, lookup, options);
  for (const { looks } of lookup.contents) looks.forget();
  return lookup;
}

type Work = readonly { readonly contents: HomeContents; readonly changes: Changes }[];

async function refreshHomes(
  work: Work,
  database: Database,
  lookup: RolloutLookup,
  options: RefreshOptions,
): Promise<void> {
  const report = paceOf(work, options);
  for (const { contents, changes } of work) {
    await new HomeRefresh(database, lookup, contents, options, report).run(changes);
    if (options.signal?.aborted) break;
  }
}

/** Of folders that are as they were, but prove it only now. */
function keepLooks({ folders, looks }: HomeContents, database: Database): void {
  const { learned } = looks;
  if (learned.length === 0) return;
  const byFolder = new Map(folders.map((one) => [one.folder, one]));
  inTransaction(database, () => looks.keepLearned(learned, (folder) => byFolder.get(folder)?.marks ?? null));
}

/** Keeps homes that are not read now, unless they are gone. */
function dropLostHomes(database: Database, { homes, host }: RefreshOptions): void {
  for (const { agent, home } of homesIn(database)) {
    if (homes.some(({ source, path }) => source.agent === agent && path === home)) continue;
    if (exists(home, host)) continue;
    inTransaction(database, () => {
      const rows = database.prepare("SELECT id FROM rollout WHERE agent = ? AND home = ?");
      const ids = rows.all(agent, home).map(({ id }) => Number(id));
      dropRollouts(database, ids);
      database.prepare("DELETE FROM folder WHERE agent = ? AND home = ?").run(agent, home);
    });
  }
}

/** From one to the next: `DISTINCT` would read the marks of every folder. */
function homesIn(database: Database): { agent: string; home: string }[] {
  const next = database.prepare(
    "SELECT agent, home FROM folder WHERE (agent, home) > (?, ?) ORDER BY agent, home LIMIT 1",
  );
  const homes: { agent: string; home: string }[] = [];
  for (let row = next.get("", ""); row !== null; row = next.get(row.agent ?? "", row.home ?? ""))
    homes.push({ agent: String(row.agent), home: String(row.home) });
  return homes;
}

/** A folder with files that are left for later is looked at again: its marks go. */
async function chosenOf(changes: Changes, home: Home, { choose }: RefreshOptions): Promise<Changes> {
  if (choose === undefined || changes.added.length === 0) return changes;
  const keys = await choose(changes.added, home);
  const [added, left] = [
    changes.added.filter(({ key }) => keys.has(key)),
    changes.added.filter(({ key }) => !keys.has(key)),
  ];
  const later = new Set(left.map(({ key }) => folderOf(key)));
  const folders = changes.folders.map((one) => (later.has(one.folder) ? { folder: one.folder, marks: null } : one));
  return { ...changes, added, folders };
}

function paceOf(work: Work, options: RefreshOptions): ProgressReport {
  const rollouts = work.flatMap(({ changes }) => [...changes.added, ...changes.changed]);
  const totalBytes = rollouts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return new ProgressReport(
    { stage: options.isWithText ? "text" : "outline", totalCount: rollouts.length, totalBytes },
    options,
  );
}

class HomeRefresh {
  readonly #database: Database;
  readonly #lookup: RolloutLookup;
  readonly #home: Home;
  readonly #looks: FolderLooks;
  readonly #options: RefreshOptions;
  readonly #report: ProgressReport;
  readonly #reader: OutlineReader;
  #kept: OutlineToSave[] = [];
  #keptBytes = 0;
  readonly #unreadable = new Set<string>();
  readonly #read = new Set<string>();
  /** Rollouts that changed before their end. */
  readonly #replaced = new Set<string>();
  /** Grown rollouts, and from which byte. */
  readonly #grown = new Map<string, number>();

  constructor(
    database: Database,
    lookup: RolloutLookup,
    { home, looks }: HomeContents,
    options: RefreshOptions,
    report: ProgressReport,
  ) {
    this.#database = database;
    this.#lookup = lookup;
    this.#home = home;
    this.#looks = looks;
    this.#options = options;
    this.#report = report;
    this.#reader = new OutlineReader(options.host, (rolloutId) => lookup.byRolloutId(home, rolloutId));
  }

  async run(changes: Changes): Promise<void> {
    for (const { rolloutId } of [...changes.vanished, ...changes.added]) if (rolloutId) this.#replaced.add(rolloutId);
    for (const { to } of changes.moved) if (to.rolloutId) this.#replaced.add(to.rolloutId);
    if (!(await this.#outlineAll(changes))) return this.#writePart();
    this.#write(() => {
      dropRollouts(
        this.#database,
        changes.vanished.map(({ id }) => id),
      );
      for (const { id, to } of changes.moved) moveRollout(this.#database, id, { key: to.key, isArchived: to.archived });
      this.#keepFolders(changes);
    });
  }

  /** False if the caller cancelled. */
  async #outlineAll(changes: Changes): Promise<boolean> {
    if (!(await this.#outlineNew(changes.added))) return false;
    for (const rollout of changes.changed) if (!(await this.#outline(rollout, "changed"))) return false;
    for (const rollout of this.#dependents()) if (!(await this.#outline(rollout, "again"))) return false;
    return true;
  }

  #outlineNew(added: readonly RolloutRef[]): Promise<boolean> {
    const { source } = this.#home;
    const isWithText = this.#options.isWithText === true;
    const reader = new WholeReader(this.#reader, { isWithText });
    return shareOut<OutlineJob, RolloutRef, OutlineToSave>({
      threads: (added.every(({ key, path }) => key === path) && this.#options.threads) || null,
      job: { kind: "outline", agent: source.agent, isWithText },
      items: added,
      act: (rollout) => reader.read(rollout, source, this.#onPart),
      take: (rollout, outline) => this.#take(rollout, outline),
    });
  }

  async #outline(rollout: RolloutRef, why: "changed" | "again"): Promise<boolean> {
    const before = why === "changed" ? loadOutline(rollout, this.#database, this.#lookup) : null;
    const outlined = await this.#reader.read(rollout, this.#home.source, { before, onPart: this.#onPart });
    const row = rowOf(outlined);
    if (rollout.rolloutId && before && !row.isAnew)
      this.#grown.set(rollout.rolloutId, before.state.position.byteOffset);
    return this.#take(rollout, { row, isForced: why === "again", passages: null });
  }

  readonly #onPart = (byteOffset: number) => this.#report.part(byteOffset);

  /** False if the caller cancelled. */
  async #take(rollout: RolloutRef, outline: OutlineToSave): Promise<boolean> {
    const { row, passages } = outline;
    this.#kept.push(outline);
    for (const { words } of passages ?? []) this.#keptBytes += words.length;
    this.#read.add(rollout.key);
    if (row.isUnreadable) this.#unreadable.add(rollout.key);
    if (rollout.rolloutId && row.isAnew) this.#replaced.add(rollout.rolloutId);
    if (this.#kept.length >= batchCount || this.#keptBytes >= batchBytes) this.#writePart();
    return this.#report.step(rollout.sizeBytes);
  }

  /** Rollouts based on a replaced or added one, not read yet. */
  #dependents(): RolloutRef[] {
    const { agent } = this.#home.source;
    const rows = this.#database
      .prepare("SELECT key, bases FROM rollout WHERE bases IS NOT NULL AND agent = ? AND home = ?")
      .all(agent, this.#home.path);
    return rows.flatMap(({ key, bases }) => {
      if (this.#read.has(String(key))) return [];
      const isTouched = jsonIn<[string, number | null][]>(bases).some(
        ([id, endByte]) => this.#replaced.has(id) || (endByte ?? 0) > (this.#grown.get(id) ?? Number.POSITIVE_INFINITY),
      );
      const rollout = isTouched ? this.#lookup.byKey(String(key)) : null;
      return rollout ? [rollout] : [];
    });
  }

  #write(more: () => void): void {
    const kept = this.#kept;
    this.#kept = [];
    this.#keptBytes = 0;
    inTransaction(this.#database, () => {
      saveOutlines(this.#database, kept);
      more();
    });
  }

  /** A checkpoint: no folder marks yet, and dependents of replaced rollouts have no version. */
  #writePart(): void {
    this.#write(() => {
      const { agent } = this.#home.source;
      this.#database.prepare("DELETE FROM folder WHERE agent = ? AND home = ?").run(agent, this.#home.path);
      for (const { key } of this.#dependents()) {
        this.#database.prepare("UPDATE rollout SET version = '' WHERE key = ?").run(key);
      }
    });
  }

  /** Unreadable files are retried even if they look the same. */
  #hasUnreadable({ rollouts }: RolloutFolder): boolean {
    return this.#unreadable.size > 0 && rollouts.some(({ key }) => this.#unreadable.has(key));
  }

  #keepFolders(changes: Changes): void {
    for (const one of changes.folders) {
      if (one.marks === null) this.#looks.drop(one.folder);
      else this.#looks.keep(one.folder, this.#hasUnreadable(one) ? noMarks : one.marks);
    }
  }
}

/** Null if it must be read from the start. */
function loadOutline(rollout: RolloutRef, database: Database, lookup: RolloutLookup): StoredOutline | null {
  const row = database
    .prepare(
      "SELECT summary, resume, decoderState, turnStarts, late FROM outline WHERE id = (SELECT id FROM rollout WHERE key = ? AND version <> '')",
    )
    .get(rollout.key);
  if (!row) return null;
  const summary = jsonIn<Summary>(row.summary);
  const resume = resumePointFrom(row);
  const chain = chainFrom(summary, rollout, (key) => lookup.byKey(key));
  if (!chain || !resume.fingerprint) return null;
  const { basePieces: _pieces, missing: _missing, baseTurnCount: _count, ...facts } = summary;
  const places = {
    turnStarts: unpackTurnStarts(row.turnStarts as Uint8Array),
    late: unpackLateItems(row.late as Uint8Array),
  };
  return { state: outlineStateOf(facts, places, resume), fingerprint: resume.fingerprint, chain };
}
