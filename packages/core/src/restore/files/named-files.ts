/** Which files commands name, by the last part of their paths. Looked up by word: many commands and many files take linear time. */
export class NamedFiles {
  readonly #places = new Map<string, number>();

  note(command: string, place: number): void {
    for (const word of wordsOf(command)) this.#places.set(word, place);
  }

  /** The place of the last command that names the file; -1 when none does. */
  lastNaming(path: string): number {
    return this.#places.get(wordsOf(path).at(-1) ?? "") ?? -1;
  }
}

/** A path is several, and so is a name with blanks. A dot that ends a sentence is no part of a name. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/[\s/'"`=:,;|&()<>{}[\]$*?!\\]+/)
    .map(withoutLastDots)
    .filter((word) => word !== "");
}

/** A regular expression would begin at each of many dots. */
function withoutLastDots(word: string): string {
  let end = word.length;
  while (word[end - 1] === ".") end -= 1;
  return word.slice(0, end);
}
