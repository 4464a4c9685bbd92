/** Ids and names are told again and again: the same text as the last time is the same string. */
export class InternedText {
  last = "";

  get length(): number {
    return this.last.length;
  }

  /** Whether it was something, and stands here again. */
  isAt(bytes: Buffer, from: number): boolean {
    const { last } = this;
    // Most ids differ at their end, if at all.
    for (let index = last.length - 1; index >= 0; index -= 1) {
      if (last.charCodeAt(index) !== bytes[from + index]) return false;
    }
    return last !== "";
  }

  take(bytes: Buffer, from: number, to: number): string {
    this.last = bytes.toString("latin1", from, to);
    return this.last;
  }
}

/** A reply, a thought or a call is told by several lines, one soon after another. */
export class InternedTexts {
  readonly messages = new InternedText();
  readonly thoughts = new InternedText();
  readonly calls = new InternedText();
  readonly names = new InternedText();
  readonly turns = new InternedText();
}
