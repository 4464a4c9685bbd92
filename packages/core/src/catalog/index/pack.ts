import type { LateItem, TurnStart } from "../../transcript/outline.ts";

/** Deltas in seven-bit bytes: about four bytes per turn. */
export function packTurnStarts(places: readonly TurnStart[]): Uint8Array {
  const writer = new PackWriter();
  let last: TurnStart = { piece: 0, byteOffset: 0, line: 0 };
  for (const place of places) {
    writer.place(place, last);
    last = place;
  }
  return writer.bytes();
}

export function unpackTurnStarts(bytes: Uint8Array): TurnStart[] {
  const reader = new PackReader(bytes);
  const places: TurnStart[] = [];
  let last: TurnStart = { piece: 0, byteOffset: 0, line: 0 };
  while (!reader.isEnd) {
    last = reader.place(last);
    places.push(last);
  }
  return places;
}

export function packLateItems(places: readonly LateItem[]): Uint8Array {
  const writer = new PackWriter();
  let last: LateItem = { turn: 0, piece: 0, byteOffset: 0, line: 0 };
  for (const place of places) {
    writer.signed(place.turn - last.turn);
    writer.place(place, last);
    last = place;
  }
  return writer.bytes();
}

export function unpackLateItems(bytes: Uint8Array): LateItem[] {
  const reader = new PackReader(bytes);
  const places: LateItem[] = [];
  let last: LateItem = { turn: 0, piece: 0, byteOffset: 0, line: 0 };
  while (!reader.isEnd) {
    const turn = last.turn + reader.signed();
    last = { turn, ...reader.place(last) };
    places.push(last);
  }
  return places;
}

class PackWriter {
  #bytes = new Uint8Array(64);
  #used = 0;

  place(place: TurnStart, last: TurnStart): void {
    this.signed(place.piece - last.piece);
    this.signed(place.byteOffset - last.byteOffset);
    this.signed(place.line - last.line);
  }

  /** Offsets may exceed 32 bits: no bit operators. */
  signed(value: number): void {
    let rest = value < 0 ? -value * 2 - 1 : value * 2;
    if (this.#used + 10 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    while (rest >= 128) {
      this.#bytes[this.#used++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#used++] = rest;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#used);
  }
}

class PackReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  place(last: TurnStart): TurnStart {
    const piece = last.piece + this.signed();
    const byteOffset = last.byteOffset + this.signed();
    return { piece, byteOffset, line: last.line + this.signed() };
  }

  signed(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte % 128) * scale;
      if (byte < 128) break;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}
