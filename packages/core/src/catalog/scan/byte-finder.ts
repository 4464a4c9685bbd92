import { findBytesCode, findBytesMemory, hidingPages } from "./find-bytes.ts";

/** Of a file that is read in parts. */
const mostBytes = 4 * 1024 * 1024;
/** It looks ahead by up to 16 bytes and the letters. */
const beyond = 256;
/** More letters tell no more. */
export const mostLetters = 64;

type Find = (at: number, end: number, length: number) => number;

/** 16 bytes at a time, in WebAssembly. One at a time uses it. */
export class ByteFinder {
  /** What is searched. */
  readonly bytes: Buffer;
  readonly #memory: Buffer;
  readonly #find: Find;

  constructor() {
    const pages = Math.ceil((findBytesMemory.text + mostBytes + beyond) / 65536);
    const memory = new WebAssembly.Memory({ initial: pages });
    const module = new WebAssembly.Module(Buffer.from(findBytesCode, "base64"));
    const { exports } = new WebAssembly.Instance(module, { host: { memory } });
    this.#find = exports.find as Find;
    this.#memory = Buffer.from(memory.buffer);
    this.bytes = this.#memory.subarray(findBytesMemory.text, findBytesMemory.text + mostBytes);
  }

  /**
   * Whether the lines `[from, to)` may hold the letters (`a` to `z`, digits; null: any that are not ASCII). A line with an escape or with a
   * character that may stand for letters is judged by `mayHold`.
   */
  has(letters: string | null, [from, to]: readonly [number, number], mayHold: (from: number, to: number) => boolean) {
    // No UTF-8 has this byte.
    const length = letters === null ? this.#write("\xFF") : this.#write(letters);
    this.#mark(letters === null);
    const start = findBytesMemory.text;
    for (let at = from; at < to; ) {
      const found = this.#find(start + at, start + to, length);
      if (found >= 0) return found > 0;
      const place = ~found - start;
      const next = this.bytes.subarray(place, to).indexOf(newline);
      const end = next === -1 ? to : place + next;
      if (mayHold(this.bytes.subarray(from, place).lastIndexOf(newline) + 1 + from, end)) return true;
      at = end + 1;
    }
    return false;
  }

  #write(letters: string): number {
    return this.#memory.write(letters.slice(0, mostLetters), findBytesMemory.letters, "latin1");
  }

  #marked: boolean | null = null;

  /** Which characters it stops at. */
  #mark(isAny: boolean): void {
    if (this.#marked === isAny) return;
    this.#marked = isAny;
    const pages = this.#memory.subarray(findBytesMemory.pages, findBytesMemory.letters);
    pages.fill(isAny ? 0xff : 0);
    if (isAny) return;
    for (const range of hidingPages.split(" ")) {
      const [first = 0, last = first] = range.split("-").map((page) => Number.parseInt(page, 16));
      for (let page = first; page <= last; page += 1)
        pages[page >> 3] = (pages[page >> 3] as number) | (1 << (page & 7));
    }
  }
}

const newline = 10;
