import { join } from "node:path";
import { FileMatches } from "@reprise/model";
import { changedAt } from "../../host/files/changed-at.ts";
import { walkFiles } from "../../host/files/walk-files.ts";
import { workFiles } from "../../host/git/work-files.ts";
import type { Host } from "../../host/host.ts";

/** Listing a large workspace with every letter would be slow. */
const freshMs = 5000;
const pieceSize = 5000;
const mostFound = 20;
/** Among those that fit equally well, the last changed comes first; looking at all would be slow. */
const mostCompared = 100;

/** The files of a workspace, as they were a moment ago. */
export class RecentFiles {
  readonly #root: string;
  readonly #host: Pick<Host, "env" | "ticks">;
  #listed: { readonly names: Promise<readonly string[]>; readonly at: number } | null = null;
  #known: readonly string[] | null = null;

  constructor(root: string, host: Pick<Host, "env" | "ticks">) {
    this.#root = root;
    this.#host = host;
  }

  /** Those that fit the letters best. Never blocks for long, however many there are. */
  async matching(letters: string): Promise<readonly string[]> {
    const names = await this.#names();
    const matches = new FileMatches(letters, mostCompared);
    for (let at = 0; at < names.length; at += pieceSize) {
      matches.add(names.slice(at, at + pieceSize));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const times = await changedAt(matches.best.map(({ path }) => join(this.#root, path)));
    return matches.best
      .map(({ path, rank }, index) => ({ path, rank, index, at: times[index] ?? 0 }))
      .sort((a, b) => a.rank - b.rank || b.at - a.at || a.index - b.index)
      .slice(0, mostFound)
      .map(({ path }) => path);
  }

  /** While the list is read again, the one before is used. */
  async #names(): Promise<readonly string[]> {
    const now = this.#host.ticks();
    if (this.#listed === null || now - this.#listed.at > freshMs) {
      const names = this.#read();
      this.#listed = { names, at: now };
      void names.then((found) => {
        this.#known = found;
      });
    }
    return this.#known ?? this.#listed.names;
  }

  async #read(): Promise<readonly string[]> {
    return (await workFiles(this.#root, this.#host.env)) ?? walkFiles(this.#root);
  }
}
