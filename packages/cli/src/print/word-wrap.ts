import { widthOf } from "./width.ts";

export interface WordWrap {
  /** Returns what can be printed now: near the end of a line, a word waits for its end. */
  push(text: string): string;
  /** Returns the word held back. */
  end(): string;
  /** The cursor is at the start of a line again. */
  restart(): void;
}

/** With this much room a word is printed before its end is known; few are longer. */
const enough = 20;

/** Breaks lines between words; a word that is wider than a line is left to the terminal. */
export function wordWrap(columns: number): WordWrap {
  let column = 0;
  let gap = "";
  let word = "";
  /** The start of the word is printed. */
  let isBegun = false;
  const flushed = () => {
    if (word === "") return "";
    const width = widthOf(word);
    const before = widthOf(gap);
    const isNext = !isBegun && column > 0 && column + before + width > columns;
    const text = isNext ? `\n${word}` : gap + word;
    const end = (isNext ? 0 : column + before) + width;
    // A wider word ends on a later line of the terminal.
    column = end <= columns ? end : ((end - 1) % Math.max(1, columns)) + 1;
    gap = "";
    word = "";
    return text;
  };
  const ended = () => {
    const text = flushed();
    isBegun = false;
    return text;
  };
  return {
    push(text) {
      let shown = "";
      for (const [part] of text.matchAll(/\n|[ \t]+|[^ \t\n]+/g)) {
        if (part === "\n") {
          shown += `${ended()}\n`;
          column = 0;
          gap = "";
        } else if (/^[ \t]/.test(part)) {
          shown += ended();
          gap += part;
        } else word += part;
      }
      const width = widthOf(word);
      const isSure = isBegun || width >= columns || column + widthOf(gap) + width + enough <= columns;
      if (word === "" || !isSure) return shown;
      shown += flushed();
      isBegun = true;
      return shown;
    },
    end: ended,
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
