/** Indexed by file name: linear in commands and files. */
export class NamedFiles {
  readonly #places = new Map<string, number>();

  note(command: string, place: number): void {
    for (const word of wordsOf(command)) this.#places.set(word, place);
  }

  /** -1 if none. */
  lastNaming(path: string): number {
    return this.#places.get(wordsOf(path).at(-1) ?? "") ?? -1;
  }
}

/** Splits paths and names with blanks; drops a sentence's final dot. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/[\s/'"`=:,;|&()<>{}[\]$*?!\\]+/)
    .map(withoutLastDots)
    .filter((word) => word !== "");
}

/** A regular expression would be quadratic on many dots. */
function withoutLastDots(word: string): string {
  let end = word.length;
  while (word[end - 1] === ".") end -= 1;
  return word.slice(0, end);
}
