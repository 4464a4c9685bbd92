/** Letters that no accent is taken from. */
const alike: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ı: "i",
  ð: "d",
  þ: "th",
  ς: "σ",
};
const alikeLetters = /[ßæœøłđħıðþς]/g;
const accents = /[\u0300-\u036F]+/g;
const other = /[^\0-\x7F]/;

/** How search compares: lower case, without accents, half-width and full-width forms alike. */
export function fold(text: string): string {
  if (!other.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(accents, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(accents, "")
    .replace(alikeLetters, (letter) => alike[letter] ?? letter);
}

/** A letter with its marks, or a syllable of Hangul letters; an ASCII letter before a mark belongs to it. */
const clusters =
  /[\u1100-\u11FF\uA960-\uA97F\uAC00-\uD7FF][\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF\p{M}]*|\P{M}[\p{M}\uFF9E\uFF9F]*|[\p{M}\uFF9E\uFF9F]+/gu;
const otherRuns = /[\0-\x7F]?[^\0-\x7F]+/g;

interface Segment {
  readonly folded: number;
  readonly original: number;
  /** Both advance alike; otherwise one cluster became these characters. */
  readonly isPlain: boolean;
}

/** The folded text, and where each of its characters comes from. */
export class FoldedText {
  readonly text: string;
  readonly #length: number;
  readonly #segments: readonly Segment[];

  constructor(source: string) {
    this.#length = source.length;
    const segments: Segment[] = [{ folded: 0, original: 0, isPlain: true }];
    let text = "";
    let done = 0;
    for (const { 0: run, index } of other.test(source) ? source.matchAll(otherRuns) : []) {
      text += source.slice(done, index).toLowerCase();
      for (const { 0: cluster, index: inRun } of run.matchAll(clusters)) {
        segments.push({ folded: text.length, original: index + inRun, isPlain: false });
        text += fold(cluster);
      }
      done = index + run.length;
      segments.push({ folded: text.length, original: done, isPlain: true });
    }
    this.text = text + source.slice(done).toLowerCase();
    this.#segments = segments;
  }

  /** The part of the original text that became these characters. */
  rangeOf(start: number, end: number): readonly [start: number, end: number] {
    return [this.#startOf(start), this.#endOf(end)];
  }

  #startOf(at: number): number {
    const { folded, original, isPlain } = this.#segmentAt(at).segment;
    return isPlain ? original + at - folded : original;
  }

  #endOf(at: number): number {
    const { segment, next } = this.#segmentAt(at - 1);
    return segment.isPlain ? segment.original + at - segment.folded : next;
  }

  #segmentAt(at: number): { readonly segment: Segment; readonly next: number } {
    let [low, high] = [0, this.#segments.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#segments[middle] as Segment).folded <= at) low = middle;
      else high = middle - 1;
    }
    const next = this.#segments[low + 1]?.original ?? this.#length;
    return { segment: this.#segments[low] as Segment, next };
  }
}
