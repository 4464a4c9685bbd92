import type { Damage } from "@reprise/model";
import { readLines } from "../agents/reading/lines.ts";
import { parseLine } from "../agents/reading/parse-line.ts";
import type { Host } from "../host/host.ts";
import type { JournalRecord } from "./journal-record.ts";
import { decodeRecord } from "./record-line.ts";

interface JournalReading {
  readonly records: AsyncIterable<JournalRecord>;
  /** Complete once `records` has ended. A torn line that its next writer closed is not damage. */
  readonly damage: Damage[];
}

/** Reads without a lock, while it may be written. Text markers of other tools' transcripts are passed over. */
export function readJournal(path: string, host: Host): JournalReading {
  const damage: Damage[] = [];
  return { records: recordsOf(path, host, damage), damage };
}

async function* recordsOf(path: string, host: Host, damage: Damage[]): AsyncGenerator<JournalRecord> {
  const reader = host.files.open(path);
  if (!reader) return;
  for await (const batch of readLines(reader, {
    fromByte: 0,
    fromLine: 1,
    toByte: Number.POSITIVE_INFINITY,
  })) {
    for (let index = 0; index < batch.count; index += 1) {
      const start = batch.starts[index] ?? 0;
      const end = batch.ends[index] ?? 0;
      const isOpenEnded = batch.isOpenEnded && index === batch.count - 1;
      const place = { file: path, line: batch.firstLine + index, byteOffset: batch.baseOffset + start };
      const parsed = parseLine(batch.bytes, start, end, {
        isOpenEnded,
        isRecord: (value) => "seq" in value && "v" in value,
      });
      damage.push(
        ...parsed.damage.map(({ kind, at, detail }) => ({
          ...place,
          byteOffset: place.byteOffset + at,
          kind,
          detail,
        })),
      );
      for (const value of parsed.values) {
        const record = decodeRecord(value, path);
        if (!record && isOurs(value)) damage.push({ ...place, kind: "not-json", detail: otherFields });
        if (!record) continue;
        if (record.type === "tail-repaired") forgive(damage, record.byteOffset, record.byteCount);
        yield record;
      }
    }
  }
}

const otherFields = "A record of the journal lacks fields, or has others than its type promises.";

function isOurs(value: unknown): boolean {
  return typeof value === "object" && value !== null && "seq" in value && "v" in value;
}

function forgive(damage: Damage[], from: number, byteCount: number): void {
  const rest = damage.filter(({ byteOffset }) => byteOffset < from || byteOffset >= from + byteCount);
  damage.splice(0, damage.length, ...rest);
}
