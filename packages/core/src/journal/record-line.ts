import { plainRequest } from "@reprise/model";
import { checkVersion } from "../log/read-log.ts";
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

const newest = { version: journalVersion, advice: "Update Reprise to resume it." };

/** Null: not a usable record. Throws `newer-version` for a later format. */
export function decodeRecord(value: unknown, path: string): JournalRecord | null {
  const record = value as Partial<JournalRecord> | null;
  if (typeof record?.type !== "string" || typeof record.v !== "number") return null;
  checkVersion(record, path, newest);
  return isShaped(record as JournalRecord) ? completed(record as JournalRecord) : null;
}

/** Fills in fields that older releases lack. */
function completed(record: JournalRecord): JournalRecord {
  if (record.type !== "request-asked") return record;
  return { ...record, request: { ...plainRequest, ...record.request } };
}
