import { contentsIn } from "../../agents/reading/rollout-folder.ts";
import type { Database } from "../../host/database/database.ts";
import type { FolderBefore, FolderContents } from "../../host/files/files.ts";
import type { Host } from "../../host/host.ts";

interface KnownFolder {
  readonly marks: Uint8Array;
  readonly proof: string | null;
  /** How many files are in the marks, then the folders and the other entries in it. */
  readonly entries: string;
}

/** Of a folder without rollouts, and of one that is looked at again. */
export const noMarks = new Uint8Array();

/** What the rows say about the folders of a home, and what was found in them now: a folder that proves its entries is not listed again. */
export class FolderLooks {
  readonly #database: Database;
  readonly #place: readonly [agent: string, home: string];
  #known: ReadonlyMap<string, KnownFolder>;
  readonly #found = new Map<string, FolderContents>();

  constructor(database: Database, agent: string, home: string) {
    this.#database = database;
    this.#place = [agent, home];
    const rows = database
      .prepare("SELECT folder, marks, proof, entries FROM folder WHERE agent = ? AND home = ?")
      .all(agent, home);
    this.#known = new Map(rows.map((row) => [String(row.folder), row as unknown as KnownFolder]));
  }

  /** The host, with looks that know what was there. */
  hosted(host: Host): Host {
    const look: Host["files"]["look"] = (folder, isWanted) => {
      const found = host.files.look(folder, isWanted, this.#before(folder));
      if (found) this.#found.set(folder, found);
      return found;
    };
    return { ...host, files: { ...host.files, look } };
  }

  marksOf(folder: string): Uint8Array | null {
    return this.#known.get(folder)?.marks ?? null;
  }

  /** Folders that have no rollouts any more, or are not there. */
  goneBesides(located: ReadonlySet<string>): string[] {
    const isStill = ([folder, known]: [string, KnownFolder]) =>
      located.has(folder) || (hadNoRollouts(known) && this.#found.has(folder));
    return [...this.#known].filter((one) => !isStill(one)).map(([folder]) => folder);
  }

  /** Call in a transaction. */
  keep(folder: string, marks: Uint8Array): void {
    this.#database
      .prepare("INSERT OR REPLACE INTO folder (agent, home, folder, marks, proof, entries) VALUES (?, ?, ?, ?, ?, ?)")
      .run(...this.#place, folder, marks, ...this.#proved(folder));
  }

  /** Call in a transaction. */
  drop(folder: string): void {
    this.#database
      .prepare("DELETE FROM folder WHERE agent = ? AND home = ? AND folder = ?")
      .run(...this.#place, folder);
  }

  /** Folders of which the entries have become certain, or that hold no rollouts. */
  get learned(): string[] {
    const isNew = ([folder, { proof }]: [string, FolderContents]) =>
      proof !== null && proof !== this.#known.get(folder)?.proof;
    return [...this.#found].filter(isNew).map(([folder]) => folder);
  }

  /** Call in a transaction. Of a folder that another process has stored otherwise nothing is kept. */
  keepLearned(folders: readonly string[], marksOf: (folder: string) => Uint8Array | null): void {
    const update = "UPDATE folder SET proof = ?, entries = ? WHERE agent = ? AND home = ? AND folder = ? AND marks = ?";
    for (const folder of folders) {
      const marks = marksOf(folder);
      if (marks === null) this.keep(folder, noMarks);
      else this.#database.prepare(update).run(...this.#proved(folder), ...this.#place, folder, marks);
    }
  }

  /** When all is stored: an app that stays open keeps the lookup. */
  forget(): void {
    this.#known = new Map();
    this.#found.clear();
  }

  #proved(folder: string): [proof: string | null, entries: string] {
    const found = this.#found.get(folder);
    if (!found || found.proof === null) return [null, ""];
    return [found.proof, `${found.names.length}//${found.folders.join("/")}//${found.others.join("/")}`];
  }

  #before(folder: string): FolderBefore | null {
    const known = this.#known.get(folder);
    if (!known || known.proof === null) return null;
    const [count = "", folders = "", others = ""] = known.entries.split("//");
    const contents = contentsIn(known.marks, Number(count));
    return contents && { ...contents, folders: namesIn(folders), others: namesIn(others), proof: known.proof };
  }
}

function hadNoRollouts({ marks, entries }: KnownFolder): boolean {
  return marks.length === 0 && entries.startsWith("0//");
}

function namesIn(text: string): string[] {
  return text === "" ? [] : text.split("/");
}
