import { plainRequest, SessionError } from "@reprise/model";
import { type JournalRecord, journalVersion } from "./journal-record.ts";
import { isShaped } from "./record-shape.ts";

export function encodeRecord(record: JournalRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** `encodeRecord` for a line that is already JSON. */
export function encodeLine(
  { at, seq, epoch }: Pick<JournalRecord, "at" | "seq" | "epoch">,
  direction: "in" | "out" | "stderr",
  json: string,
): string {
  return `{"v":${journalVersion},"at":"${at}","seq":${seq},"epoch":${epoch},"type":"line","direction":"${direction}","line":${json}}\n`;
}

/** Null: not a usable record. Throws `newer-version` for a later format. */
export function decodeRecord(value: unknown, path: string): JournalRecord | null {
  const record = value as Partial<JournalRecord> | null;
  if (typeof record?.type !== "string" || typeof record.v !== "number") return null;
  if (record.v > journalVersion) {
    throw new SessionError(
      "newer-version",
      `${path} was written by a newer Reprise (format ${record.v}, this one reads ${journalVersion}). Update Reprise to resume it.`,
    );
  }
  return isShaped(record as JournalRecord) ? completed(record as JournalRecord) : null;
}

/** Fills in fields that older releases lack. */
function completed(record: JournalRecord): JournalRecord {
  if (record.type !== "request-asked") return record;
  return { ...record, request: { ...plainRequest, ...record.request } };
}
