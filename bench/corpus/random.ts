/** Numbers that look random and are the same for the same seed, on every machine (sfc32). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, stream: number) {
    this.#a = seed | 0;
    this.#b = stream | 0;
    this.#c = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0xc2b2ae35);
    for (let round = 0; round < 12; round += 1) this.bits();
  }

  /** 32 bits, as an unsigned number. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  below(limit: number): number {
    return Math.floor((this.bits() / 0x1_0000_0000) * limit);
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(share: number): boolean {
    return this.bits() < share * 0x1_0000_0000;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)];
    if (picked === undefined) throw new Error("Nothing to pick from.");
    return picked;
  }

  hex(digits: number): string {
    let text = "";
    while (text.length < digits) text += this.bits().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  }
}
