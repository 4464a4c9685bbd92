import type { Paint } from "../paint.ts";
import { count } from "../words.ts";
import { safeStream } from "./safe-stream.ts";

interface FoldStyle {
  readonly paint: Paint;
  /** Longer outputs are folded to this many lines; null folds nothing. */
  readonly foldLines: number | null;
  readonly moreHint: string;
}

/** A command's output as it streams: the first lines at once, at the end the last ones and the count between. */
export class OutputFold {
  readonly #style: FoldStyle;
  readonly #safe = safeStream();
  readonly #headCount: number;
  readonly #tailCount: number;
  #tail: string[] = [];
  #lineCount = 0;
  #isMidLine = false;

  constructor(style: FoldStyle) {
    this.#style = style;
    this.#tailCount = Math.floor((style.foldLines ?? 0) / 3);
    this.#headCount = (style.foldLines ?? Number.POSITIVE_INFINITY) - this.#tailCount;
  }

  push(text: string): string {
    return this.#take(this.#safe.push(text));
  }

  /** The remaining text. Ends with a newline, unless there was no output. */
  end(): string {
    const shown = this.#take(this.#safe.end());
    if (this.#lineCount <= this.#headCount) return shown + (this.#isMidLine ? "\n" : "");
    const last = this.#tail.slice(-this.#tailCount);
    const left = this.#lineCount - this.#headCount - last.length;
    const { paint, moreHint } = this.#style;
    const note = left === 0 ? [] : [paint("dim", `… ${count(left, "more line")} (${moreHint})`)];
    return shown + [...note, ...last].map((line) => `  ${line}`.trimEnd().concat("\n")).join("");
  }

  #take(text: string): string {
    let shown = "";
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) {
        const isBlank = !this.#isMidLine;
        if (isBlank) this.#begin("");
        if (this.#lineCount <= this.#headCount) shown += "\n";
        this.#isMidLine = false;
      }
      if (piece !== "") shown += this.#isMidLine ? this.#more(piece) : this.#begin(piece);
    }
    return shown;
  }

  #begin(piece: string): string {
    this.#lineCount += 1;
    this.#isMidLine = true;
    if (this.#lineCount <= this.#headCount) return piece === "" ? "" : `  ${piece}`;
    this.#tail.push(piece);
    if (this.#tail.length > 2 * this.#tailCount + 1) this.#tail = this.#tail.slice(-this.#tailCount - 1);
    return "";
  }

  #more(piece: string): string {
    if (this.#lineCount <= this.#headCount) return piece;
    this.#tail[this.#tail.length - 1] += piece;
    return "";
  }
}
