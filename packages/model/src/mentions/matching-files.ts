const mostFiles = 20;

interface Match {
  readonly path: string;
  /** Lower is better. */
  readonly rank: number;
}

/** The paths that fit some letters best, in either case: by file name, then by path, then with other letters between. */
export class FileMatches {
  readonly #wanted: string;
  readonly #most: number;
  #best: Match[] = [];

  constructor(letters: string, most: number) {
    this.#wanted = letters.toLowerCase();
    this.#most = most;
  }

  /** A piece of a long list at a time: what comes between is not kept waiting. */
  add(paths: readonly string[]): void {
    const worst = this.#best.length < this.#most ? null : this.#best.at(-1);
    const better = paths.flatMap((path) => {
      const rank = rankOf(path.toLowerCase(), this.#wanted);
      // Of a name that is not UTF-8 only this is known: it would be another file.
      if (rank === null || path.includes("\uFFFD")) return [];
      const match = { path, rank };
      return worst && compare(worst, match) <= 0 ? [] : [match];
    });
    if (better.length > 0) this.#best = [...this.#best, ...better].sort(compare).slice(0, this.#most);
  }

  /** Best first. */
  get best(): readonly Match[] {
    return this.#best;
  }
}

export function matchingFiles(paths: readonly string[], letters: string): readonly string[] {
  const matches = new FileMatches(letters, mostFiles);
  matches.add(paths);
  return matches.best.map(({ path }) => path);
}

function compare(a: Match, b: Match): number {
  return a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}

/** Null if it does not fit. */
function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stem = name.replace(/(?<=.)\.[^.]*$/, "");
  if (name === wanted || stem === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (path.startsWith(wanted)) return 2;
  if (stem.endsWith(wanted)) return 3;
  if (name.includes(wanted)) return 4;
  if (path.includes(wanted)) return 5;
  return hasInOrder(path, wanted) ? 6 : null;
}

function hasInOrder(path: string, wanted: string): boolean {
  let at = 0;
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
