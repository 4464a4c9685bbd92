import { fold } from "@reprise/model";
import { longestWord, wordsOfRuns } from "./index-words.ts";

const firstSlots = 2048;
const blank = 32;
const chunkLength = 64 * 1024;

/** ASCII letters in lower case, everything else 0. */
const small = new Uint8Array(256);
for (const letter of "abcdefghijklmnopqrstuvwxyz0123456789") {
  small[letter.charCodeAt(0)] = letter.charCodeAt(0);
  small[letter.toUpperCase().charCodeAt(0)] = letter.charCodeAt(0);
}

// From its start only: a long run without other characters would be tried again from each of its letters.
const otherRuns = /(?<![A-Za-z0-9])[A-Za-z0-9]*[^\0-\x7F](?:[^\0-\x7F]|[A-Za-z0-9])*/g;

/** Distinct folded words as indexed; of scripts without blanks every pair. ASCII is read as bytes, without strings. */
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

  /** Adds one word as it is. */
  note(word: string): void {
    if (this.#others.has(word)) return;
    this.#others.add(word);
    this.#othersBytes += word.length * 3 + 1;
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
    this.#folded(fold(text));
  }

  /** Folding may make a text longer. */
  #folded(text: string): void {
    let at = 0;
    const plain = (end: number) => {
      while (at < end) {
        const stop = end - at <= chunkLength ? end : cutBefore(text, at + chunkLength);
        this.#plain(this.#text.write(text.slice(at, stop), "latin1"));
        at = stop;
      }
    };
    for (const { 0: run, index } of text.matchAll(otherRuns)) {
      plain(index);
      for (const word of wordsOfRuns(run)) this.note(word);
      at = index + run.length;
    }
    plain(text.length);
  }

  /** ASCII only: the first bytes of `#text`. */
  #plain(length: number): void {
    if (this.#words.length < this.#used + 2 * length + 2) this.#makeRoom(2 * length + 2);
    const text = this.#text;
    for (let at = 0; at < length; ) {
      let code = small[text[at] as number] as number;
      if (code === 0) {
        at += 1;
        continue;
      }
      const words = this.#words;
      let used = this.#used;
      const most = used + longestWord;
      let first = 0;
      let second = 0;
      do {
        if (used < most) {
          words[used++] = code;
          first = Math.imul(first ^ code, 16777619);
          second = Math.imul(second + code, 0x9e3779b1) ^ (second >>> 13);
        }
        at += 1;
        code = at < length ? (small[text[at] as number] as number) : 0;
      } while (code !== 0);
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
    while (this.#words.length < this.#used + length) this.#words = Buffer.concat([this.#words], this.#words.length * 2);
  }
}

/** A nearby position that splits no word, if any. */
function cutBefore(text: string, at: number): number {
  for (let cut = at; cut > at - longestWord; cut -= 1) if (/[\s"'()[\]{},;]/.test(text[cut - 1] ?? "")) return cut;
  return at;
}
