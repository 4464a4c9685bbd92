import { SessionError } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { AilmentCollector, AilmentPosition } from "../ailments/ailment-collector.ts";
import { type LineBatch, readLines } from "./lines.ts";
import { parseLine } from "./parse-line.ts";

/** A record as stored, and whether the previous line was readable. */
interface RawRecord {
  readonly value: unknown;
  /** Bytes of its line; valid until the next record. */
  readonly bytes: Buffer;
  readonly place: AilmentPosition;
  readonly followsDamage: boolean;
}

/** Damage that does not prevent reading a line. */
const harmless = new Set(["crlf"]);

/** Every record of a line-based file; reports unreadable lines to `collector`. */
export async function* rawRecords(
  path: string,
  host: Host,
  how: { collector: AilmentCollector; isRecord: (value: object) => boolean; toByte?: number | undefined },
): AsyncGenerator<RawRecord> {
  let at: AilmentPosition = { file: path, line: 1, byteOffset: 0 };
  how.collector.reads(path);
  try {
    const reader = host.files.open(path);
    if (!reader) return;
    const span = { fromByte: 0, fromLine: 1, toByte: how.toByte ?? Number.POSITIVE_INFINITY };
    let isAfterDamage = false;
    for await (const batch of readLines(reader, span)) {
      for (let index = 0; index < batch.count; index += 1) {
        at = placeOf(path, batch, index);
        const { values, isDamaged } = valuesAt(batch, index, at, how);
        for (const value of values) {
          yield { value, bytes: bytesAt(batch, index), place: at, followsDamage: isAfterDamage || isDamaged };
          isAfterDamage = false;
        }
        if (isDamaged) isAfterDamage = true;
      }
    }
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    how.collector.file("unreadable-line", at, `From here on nothing can be read: ${error.message}`);
  }
}

function placeOf(file: string, batch: LineBatch, index: number): AilmentPosition {
  const byteOffset = batch.baseOffset + (batch.starts[index] ?? 0);
  return { file, line: batch.firstLine + index, byteOffset };
}

function bytesAt({ bytes, starts, ends }: LineBatch, index: number): Buffer {
  return bytes.subarray(starts[index] ?? 0, ends[index] ?? 0);
}

function valuesAt(
  batch: LineBatch,
  index: number,
  place: AilmentPosition,
  { collector, isRecord }: { collector: AilmentCollector; isRecord: (value: object) => boolean },
): { values: readonly unknown[]; isDamaged: boolean } {
  if (batch.oversizedBytes !== null) {
    const detail = `This line has ${batch.oversizedBytes} bytes, more than any model accepts. A cleaned copy leaves it out and says so.`;
    collector.file("oversized-item", place, detail);
    return { values: [], isDamaged: true };
  }
  const start = batch.starts[index] ?? 0;
  const end = batch.ends[index] ?? 0;
  const stop = end > start && batch.bytes[end - 1] === 13 ? end - 1 : end;
  if (stop <= start) return { values: [], isDamaged: false };
  const isOpenEnded = batch.isOpenEnded && index === batch.count - 1;
  const { values, damage } = parseLine(batch.bytes, start, stop, { isOpenEnded, isRecord });
  const grave = damage.filter(({ kind }) => !harmless.has(kind));
  for (const { at, detail } of grave.slice(0, 1)) {
    const kept = values.length === 0 ? "A cleaned copy leaves it out." : "A cleaned copy keeps what can be read.";
    const where = { ...place, byteOffset: place.byteOffset + at };
    collector.file("unreadable-line", where, `This line cannot be read: ${detail}. ${kept}`);
  }
  return { values, isDamaged: grave.length > 0 };
}
