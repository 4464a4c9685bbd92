import { characterClasses } from "./character-classes.ts";
import { longestLetterSpan, longestWord, wordsAt } from "./word-splitting.ts";

const { none, upper, ascii } = characterClasses;
const firstSlots = 8192;
const blank = 32;
const chunkLength = 64 * 1024;

/** ASCII letters in lower case, everything else 0. */
const small = new Uint8Array(256);
for (let code = 0; code < 128; code += 1) {
  if (ascii[code] !== none) small[code] = ascii[code] === upper ? code | 32 : code;
}

const otherRuns = /[A-Za-z0-9]*[^\0-\x7F](?:[^\0-\x7F]|[A-Za-z0-9])*/g;

/** Distinct lower-case words as indexed; of `parseHTTPReply` also `httpreply` and `reply`; of scripts without blanks every pair. ASCII is read as bytes, without strings. */
export class WordSet {
  readonly #text = Buffer.allocUnsafe(chunkLength * 3);
  #words = Buffer.allocUnsafe(4 * chunkLength);
  #used = 0;
  readonly #others = new Set<string>();
  #othersBytes = 0;
  // Identified by a 64-bit hash. A slot counts only in its epoch, so that clearing is free.
  #slots = new Int32Array(firstSlots);
  #seconds = new Int32Array(firstSlots);
  #epochs = new Int32Array(firstSlots);
  #epoch = 1;
  #count = 0;

  get sizeBytes(): number {
    return this.#used + this.#othersBytes;
  }

  add(text: string): void {
    for (let at = 0; at < text.length; ) {
      const end = text.length - at <= chunkLength ? text.length : cutBefore(text, at + chunkLength);
      this.#chunk(at === 0 && end === text.length ? text : text.slice(at, end));
      at = end;
    }
  }

  /** All words, each followed by a blank; empties the set. */
  take(): string {
    let text = this.#words.toString("latin1", 0, this.#used);
    for (const word of this.#others) text += `${word} `;
    this.#used = 0;
    this.#count = 0;
    this.#epoch += 1;
    this.#others.clear();
    this.#othersBytes = 0;
    return text;
  }

  #chunk(text: string): void {
    const length = this.#text.write(text, "utf8");
    if (length === text.length) return this.#plain(length);
    const composed = text.normalize("NFC");
    let at = 0;
    for (const { 0: run, index } of composed.matchAll(otherRuns)) {
      if (index > at) this.#plain(this.#text.write(composed.slice(at, index), "latin1"));
      this.#other(run);
      at = index + run.length;
    }
    if (at < composed.length) this.#plain(this.#text.write(composed.slice(at), "latin1"));
  }

  /** ASCII only: the first bytes of `#text`. */
  #plain(length: number): void {
    if (this.#words.length < this.#used + 2 * length + 2) this.#makeRoom(2 * length + 2);
    const text = this.#text;
    for (let at = 0; at < length; ) {
      let byte = text[at] as number;
      let code = small[byte] as number;
      if (code === 0) {
        at += 1;
        continue;
      }
      const words = this.#words;
      const start = at;
      let used = this.#used;
      const most = used + longestWord;
      let first = 0;
      let second = 0;
      let raised = 0;
      do {
        raised |= byte ^ code;
        if (used < most) {
          words[used++] = code;
          first = Math.imul(first ^ code, 16777619);
          second = Math.imul(second + code, 0x9e3779b1) ^ (second >>> 13);
        }
        at += 1;
        byte = at < length ? (text[at] as number) : 0;
        code = small[byte] as number;
      } while (code !== 0);
      words[used] = blank;
      if (this.#isNew(first, second)) this.#used = used + 1;
      if (raised !== 0 && at - start <= longestLetterSpan) this.#parts(start, at, length - at);
    }
  }

  /** Parts of a word with capitals; `ahead`: characters still to come. */
  #parts(start: number, end: number, ahead: number): void {
    const text = this.#text;
    for (let from = start + 1; from < end; from += 1) {
      if (ascii[text[from] as number] !== upper) continue;
      const isAfterUpper = ascii[text[from - 1] as number] === upper;
      if (isAfterUpper && (from + 1 === end || ascii[text[from + 1] as number] === upper)) continue;
      const to = Math.min(end, from + longestWord);
      if (this.#words.length < this.#used + to - from + 3 + 2 * ahead)
        this.#makeRoom(to - from + 3 + 2 * ahead);
      const words = this.#words;
      let used = this.#used;
      let first = 0;
      let second = 0;
      for (let at = from; at < to; at += 1) {
        const code = small[text[at] as number] as number;
        words[used++] = code;
        first = Math.imul(first ^ code, 16777619);
        second = Math.imul(second + code, 0x9e3779b1) ^ (second >>> 13);
      }
      words[used] = blank;
      if (this.#isNew(first, second)) this.#used = used + 1;
    }
  }

  #isNew(first: number, second: number): boolean {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (first ^ (first >>> 15)) & mask;
    while (this.#epochs[slot] === this.#epoch) {
      if (slots[slot] === first && this.#seconds[slot] === second) return false;
      slot = (slot + 1) & mask;
    }
    slots[slot] = first;
    this.#seconds[slot] = second;
    this.#epochs[slot] = this.#epoch;
    this.#count += 1;
    if (this.#count * 2 > slots.length) this.#widen();
    return true;
  }

  #widen(): void {
    const [slots, seconds, epochs, epoch] = [this.#slots, this.#seconds, this.#epochs, this.#epoch];
    this.#slots = new Int32Array(slots.length * 4);
    this.#seconds = new Int32Array(slots.length * 4);
    this.#epochs = new Int32Array(slots.length * 4);
    this.#count = 0;
    for (let slot = 0; slot < slots.length; slot += 1) {
      if (epochs[slot] === epoch) this.#isNew(slots[slot] as number, seconds[slot] as number);
    }
  }

  #makeRoom(length: number): void {
    while (this.#words.length < this.#used + length)
      this.#words = Buffer.concat([this.#words], this.#words.length * 2);
  }

  #other(text: string): void {
    for (let at = 0; at < text.length; ) {
      const { end, words } = wordsAt(text, at);
      for (const word of words) {
        if (this.#others.has(word)) continue;
        this.#others.add(word);
        this.#othersBytes += word.length * 3 + 1;
      }
      at = end;
    }
  }
}

/** A nearby position that splits no word, if any. */
function cutBefore(text: string, at: number): number {
  for (let cut = at; cut > at - longestLetterSpan; cut -= 1)
    if (/[\s"'()[\]{},;]/.test(text[cut - 1] ?? "")) return cut;
  return at;
}
