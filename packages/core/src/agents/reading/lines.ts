import type { ByteReader } from "../../host/files/files.ts";

/** Longer lines are not kept in memory: only their first bytes and their size are reported. */
export const maxLineBytes = 32 * 1024 * 1024;
const keptOfOversized = 64 * 1024;
const firstCapacity = 256 * 1024;

/** Whole lines, without their newline. Valid until the next batch. */
export interface LineBatch {
  readonly bytes: Buffer;
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** File offset of `bytes[0]`. */
  readonly baseOffset: number;
  /** Number of the first line in this batch. */
  readonly firstLine: number;
  /** The last line ended at the end of the file, without a newline. */
  readonly isOpenEnded: boolean;
  /** Size of a single oversized line; `bytes` has only its start. */
  readonly oversizedBytes: number | null;
}

interface LineSpan {
  readonly fromByte: number;
  readonly fromLine: number;
  readonly toByte: number;
}

/** Reads `[fromByte, toByte)` as lines; memory is bounded by the longest line kept. */
export async function* readLines(reader: ByteReader, span: LineSpan): AsyncGenerator<LineBatch, void> {
  const lines = new LineReader(reader, span);
  try {
    for (;;) {
      const batch = await lines.next();
      if (batch === null) return;
      yield batch;
    }
  } finally {
    lines.close();
  }
}

/** The same, synchronous where possible. */
export class LineReader {
  readonly #reader: ByteReader;
  readonly #buffers: LineBuffers;
  readonly #toByte: number;
  #buffer: Buffer;
  #marks: Marks;
  #filled = 0;
  #baseOffset: number;
  #line: number;
  #isEnd = false;

  constructor(reader: ByteReader, span: LineSpan) {
    this.#reader = reader;
    this.#buffers = spareBuffers.pop() ?? {
      buffer: Buffer.allocUnsafe(firstCapacity),
      marks: newMarks(4096),
    };
    this.#buffer = this.#buffers.buffer;
    this.#marks = this.#buffers.marks;
    this.#marks.count = 0;
    this.#toByte = span.toByte;
    this.#baseOffset = span.fromByte;
    this.#line = span.fromLine;
  }

  /** Null at the end. Synchronous for a plain file. */
  next(): LineBatch | null | Promise<LineBatch | null> {
    this.#leaveBehind();
    while (!this.#isEnd) {
      if (this.#filled === this.#buffer.length && this.#buffer.length >= maxLineBytes) return this.#oversized();
      const got = this.#read();
      if (typeof got !== "number") return got.then((count) => this.#taken(count) ?? this.next());
      const batch = this.#taken(got);
      if (batch) return batch;
    }
    return this.#openEnd();
  }

  close(): void {
    this.#reader.close();
    spareBuffers.push(this.#buffers);
  }

  /** Drops bytes already returned. */
  #leaveBehind(): void {
    const { count, used } = this.#marks;
    if (count === 0) return;
    this.#line += count;
    this.#baseOffset += used;
    this.#buffer.copy(this.#buffer, 0, used, this.#filled);
    this.#filled -= used;
    this.#marks.count = 0;
  }

  #read(): number | Promise<number> {
    if (this.#filled === this.#buffer.length)
      this.#buffer = Buffer.concat([this.#buffer], Math.min(this.#buffer.length * 4, maxLineBytes));
    const room = Math.max(this.#filled, Math.min(this.#buffer.length, this.#toByte - this.#baseOffset));
    if (room === this.#filled) return 0;
    const target = room === this.#buffer.length ? this.#buffer : this.#buffer.subarray(0, room);
    return this.#reader.read(target, this.#filled);
  }

  #taken(got: number): LineBatch | null {
    this.#isEnd = got === 0;
    this.#filled += got;
    this.#marks = markLines(this.#buffer, this.#filled, this.#marks);
    return this.#marks.count === 0 ? null : this.#batch({ isOpenEnded: false });
  }

  #openEnd(): LineBatch | null {
    if (this.#filled === 0) return null;
    const { starts, ends } = this.#marks;
    starts[0] = 0;
    ends[0] = this.#filled;
    this.#marks.count = 1;
    this.#marks.used = this.#filled;
    return this.#batch({ isOpenEnded: true });
  }

  #batch({ isOpenEnded }: { isOpenEnded: boolean }): LineBatch {
    return {
      bytes: this.#buffer,
      count: this.#marks.count,
      starts: this.#marks.starts,
      ends: this.#marks.ends,
      baseOffset: this.#baseOffset,
      firstLine: this.#line,
      isOpenEnded,
      oversizedBytes: null,
    };
  }

  async #oversized(): Promise<LineBatch> {
    const skipped = await skipLine(this.#reader, this.#buffer, this.#toByte - this.#baseOffset);
    const batch = oversized(skipped, { baseOffset: this.#baseOffset, firstLine: this.#line });
    this.#line += 1;
    this.#baseOffset += skipped.lineBytes + (skipped.hasNewline ? 1 : 0);
    skipped.rest.copy(this.#buffer, 0);
    this.#filled = skipped.rest.length;
    return batch;
  }
}

/** Buffers for one file, reused across thousands of small files. */
interface LineBuffers {
  readonly buffer: Buffer;
  readonly marks: Marks;
}
const spareBuffers: LineBuffers[] = [];

interface Marks {
  starts: Int32Array;
  ends: Int32Array;
  count: number;
  /** Bytes up to and including the last newline. */
  used: number;
}

function newMarks(capacity: number): Marks {
  return { starts: new Int32Array(capacity), ends: new Int32Array(capacity), count: 0, used: 0 };
}

function markLines(buffer: Buffer, filled: number, marks: Marks): Marks {
  const view = filled === buffer.length ? buffer : buffer.subarray(0, filled);
  let at = 0;
  marks.count = 0;
  for (let end = view.indexOf(10); end !== -1; end = view.indexOf(10, at)) {
    if (marks.count === marks.starts.length) marks = grown(marks);
    marks.starts[marks.count] = at;
    marks.ends[marks.count] = end;
    marks.count += 1;
    at = end + 1;
  }
  marks.used = at;
  return marks;
}

function grown(marks: Marks): Marks {
  const larger = newMarks(marks.starts.length * 4);
  larger.starts.set(marks.starts);
  larger.ends.set(marks.ends);
  larger.count = marks.count;
  return larger;
}

interface Skipped {
  readonly head: Buffer;
  readonly rest: Buffer;
  readonly lineBytes: number;
  readonly hasNewline: boolean;
}

/** Skips the rest of a line whose first `full.length` bytes are in `full`. */
async function skipLine(reader: ByteReader, full: Buffer, remaining: number): Promise<Skipped> {
  const head = Buffer.from(full.subarray(0, keptOfOversized));
  let lineBytes = full.length;
  const piece = Buffer.allocUnsafe(1024 * 1024);
  for (;;) {
    const room = piece.subarray(0, Math.max(0, Math.min(piece.length, remaining - lineBytes)));
    const got = room.length === 0 ? 0 : await reader.read(room, 0);
    if (got === 0) return { head, rest: Buffer.alloc(0), lineBytes, hasNewline: false };
    const end = room.subarray(0, got).indexOf(10);
    if (end !== -1) {
      return {
        head,
        rest: Buffer.from(room.subarray(end + 1, got)),
        lineBytes: lineBytes + end,
        hasNewline: true,
      };
    }
    lineBytes += got;
  }
}

function oversized(skipped: Skipped, place: { baseOffset: number; firstLine: number }): LineBatch {
  return {
    bytes: skipped.head,
    count: 1,
    starts: Int32Array.of(0),
    ends: Int32Array.of(skipped.head.length),
    ...place,
    isOpenEnded: !skipped.hasNewline,
    oversizedBytes: skipped.lineBytes,
  };
}
