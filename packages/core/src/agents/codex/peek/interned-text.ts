/** Reuses the last string for a repeated id or name. */
export class InternedText {
  last = "";

  get length(): number {
    return this.last.length;
  }

  isAt(bytes: Buffer, from: number): boolean {
    const { last } = this;
    // Compare from the end: ids differ there.
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

/** Several nearby lines describe one reply, thought or call. */
export class InternedTexts {
  readonly messages = new InternedText();
  readonly thoughts = new InternedText();
  readonly calls = new InternedText();
  readonly names = new InternedText();
  readonly turns = new InternedText();
}
