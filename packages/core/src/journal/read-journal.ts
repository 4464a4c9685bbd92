import type { Damage } from "@reprise/model";
import { readLines } from "../agents/reading/lines.ts";
import { parseLine } from "../agents/reading/parse-line.ts";
import type { Host } from "../host/host.ts";
import type { JournalRecord } from "./journal-record.ts";
import { decodeRecord } from "./record-line.ts";

export interface JournalPosition {
  readonly byte: number;
  readonly line: number;
}

export const journalStart: JournalPosition = { byte: 0, line: 1 };

export interface JournalReading {
  readonly records: AsyncIterable<JournalRecord>;
  readonly position: JournalPosition;
  /** Complete once `records` has ended. A torn line that its next writer closed is not damage. */
  readonly damage: Damage[];
}

/** Needs no lock. Skips text markers of other tools. */
export function readJournal(path: string, host: Host, from = journalStart): JournalReading {
  const reading = { damage: [] as Damage[], position: from, records: none };
  reading.records = recordsOf(path, host, reading);
  return reading;
}

const none: AsyncIterable<JournalRecord> = (async function* () {})();

async function* recordsOf(
  path: string,
  host: Host,
  reading: { damage: Damage[]; position: JournalPosition },
): AsyncGenerator<JournalRecord> {
  const { damage, position } = reading;
  const reader = host.files.open(path, position.byte);
  if (!reader) return;
  for await (const batch of readLines(reader, {
    fromByte: position.byte,
    fromLine: position.line,
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
      if (!isOpenEnded) reading.position = { byte: batch.baseOffset + end + 1, line: place.line + 1 };
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
