/** Boyer-Moore-Horspool search. */
export class ByteSearch {
  readonly #bytes: Buffer;
  readonly length: number;
  readonly #steps: Uint8Array;
  readonly #stepsBack: Uint8Array;

  /** `text`: ASCII, shorter than 256. */
  constructor(text: string) {
    this.#bytes = Buffer.from(text, "latin1");
    this.length = this.#bytes.length;
    this.#steps = new Uint8Array(256).fill(this.length);
    this.#stepsBack = new Uint8Array(256).fill(this.length);
    const last = this.length - 1;
    for (let at = 0; at < last; at += 1) this.#steps[this.#bytes[at] ?? 0] = last - at;
    for (let at = last; at > 0; at -= 1) this.#stepsBack[this.#bytes[at] ?? 0] = at;
  }

  isAt(bytes: Buffer, at: number): boolean {
    const own = this.#bytes;
    for (let index = 0; index < own.length; index += 1) {
      if (bytes[at + index] !== own[index]) return false;
    }
    return true;
  }

  /** -1 if not found. */
  first(bytes: Buffer, from: number, to: number): number {
    const last = this.length - 1;
    for (let end = from + last; end < to; end += this.#steps[bytes[end] ?? 0] ?? 1) {
      if (this.isAt(bytes, end - last)) return end - last;
    }
    return -1;
  }

  /** -1 if not found. */
  last(bytes: Buffer, from: number, to: number): number {
    for (let at = to - this.length; at >= from; at -= this.#stepsBack[bytes[at] ?? 0] ?? 1) {
      if (this.isAt(bytes, at)) return at;
    }
    return -1;
  }
}
