import { widthOf } from "./width.ts";

export interface WordWrap {
  /** Returns what can be printed now: a word waits for its end. */
  push(text: string): string;
  /** Returns the word held back. */
  end(): string;
  /** The cursor is at the start of a line again. */
  restart(): void;
}

/** Breaks lines between words; a word that is wider than a line is left to the terminal. */
export function wordWrap(columns: number): WordWrap {
  let column = 0;
  let gap = "";
  let word = "";
  const flushed = () => {
    if (word === "") return "";
    const width = widthOf(word);
    const before = widthOf(gap);
    const isNext = column > 0 && column + before + width > columns;
    const text = isNext ? `\n${word}` : gap + word;
    const end = (isNext ? 0 : column + before) + width;
    // A wider word ends on a later line of the terminal.
    column = end <= columns ? end : ((end - 1) % Math.max(1, columns)) + 1;
    gap = "";
    word = "";
    return text;
  };
  return {
    push(text) {
      let shown = "";
      for (const [part] of text.matchAll(/\n|[ \t]+|[^ \t\n]+/g)) {
        if (part === "\n") {
          shown += `${flushed()}\n`;
          column = 0;
          gap = "";
        } else if (/^[ \t]/.test(part)) {
          shown += flushed();
          gap += part;
        } else {
          word += part;
          if (widthOf(word) >= columns) shown += flushed();
        }
      }
      return shown;
    },
    end: flushed,
    restart() {
      column = 0;
      gap = "";
    },
  };
}

/** Every line of a text, in so many columns. */
export function wrappedWords(text: string, columns: number | null): string {
  if (columns === null) return text;
  const wrap = wordWrap(columns);
  return wrap.push(text) + wrap.end();
}
