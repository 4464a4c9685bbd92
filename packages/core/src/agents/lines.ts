import type { ByteReader } from "../host/files.ts";

/** Longer lines are not held in memory: they are told by their first bytes and their size. */
export const maxLineBytes = 32 * 1024 * 1024;
const keptOfOversized = 64 * 1024;
const firstCapacity = 256 * 1024;

/** Whole lines, without their newline. Valid until the next batch is asked for. */
export interface LineBatch {
  readonly bytes: Buffer;
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Offset in the file of `bytes[0]`. */
  readonly baseOffset: number;
  /** Number of the first line of this batch. */
  readonly firstLine: number;
  /** The last line of this batch ended with the file, not with a newline. */
  readonly isOpenEnded: boolean;
  /** Size of a single line that was too long; only its beginning is in `bytes`. */
  readonly oversizedBytes: number | null;
}

/** Reads `[fromByte, toByte)` as lines, in memory bounded by the longest line kept. */
export async function* readLines(
  reader: ByteReader,
  span: { fromByte: number; fromLine: number; toByte: number },
): AsyncGenerator<LineBatch, void> {
  const desk = spareDesks.pop() ?? { buffer: Buffer.allocUnsafe(firstCapacity), marks: newMarks(4096) };
  let { buffer, marks } = desk;
  let filled = 0;
  let baseOffset = span.fromByte;
  let line = span.fromLine;
  try {
    for (;;) {
      const room = Math.min(buffer.length, span.toByte - baseOffset);
      const target = room === buffer.length ? buffer : buffer.subarray(0, Math.max(room, filled));
      const pending = filled < target.length ? reader.read(target, filled) : 0;
      const got = typeof pending === "number" ? pending : await pending;
      filled += got;
      const isEnd = got === 0;
      marks = markLines(buffer, filled, marks);
      if (marks.count > 0) {
        yield batchOf(buffer, marks, { baseOffset, firstLine: line, isOpenEnded: false });
        line += marks.count;
        const used = marks.used;
        buffer.copy(buffer, 0, used, filled);
        filled -= used;
        baseOffset += used;
      }
      if (isEnd) break;
      if (filled < buffer.length) continue;
      if (buffer.length < maxLineBytes) {
        buffer = Buffer.concat([buffer], Math.min(buffer.length * 4, maxLineBytes));
      } else {
        const skipped = await skipLine(reader, buffer, span.toByte - baseOffset);
        yield oversized(skipped, { baseOffset, firstLine: line });
        line += 1;
        baseOffset += skipped.lineBytes + (skipped.hasNewline ? 1 : 0);
        skipped.rest.copy(buffer, 0);
        filled = skipped.rest.length;
      }
    }
    if (filled > 0) {
      marks.starts[0] = 0;
      marks.ends[0] = filled;
      marks.count = 1;
      yield batchOf(buffer, marks, { baseOffset, firstLine: line, isOpenEnded: true });
    }
  } finally {
    reader.close();
    spareDesks.push(desk);
  }
}

/** What reading one file needs; ten thousand small files need it one after another. */
const spareDesks: { readonly buffer: Buffer; readonly marks: Marks }[] = [];

interface Marks {
  starts: Int32Array;
  ends: Int32Array;
  count: number;
  /** Bytes up to and with the last newline. */
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

function batchOf(
  bytes: Buffer,
  marks: Marks,
  place: { baseOffset: number; firstLine: number; isOpenEnded: boolean },
): LineBatch {
  return {
    bytes,
    count: marks.count,
    starts: marks.starts,
    ends: marks.ends,
    ...place,
    oversizedBytes: null,
  };
}

interface Skipped {
  readonly head: Buffer;
  readonly rest: Buffer;
  readonly lineBytes: number;
  readonly hasNewline: boolean;
}

/** Reads past the end of a line whose first `full.length` bytes are in `full`. */
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
