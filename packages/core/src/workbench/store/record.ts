import { type SavedChange, type Timestamp, tryParseJson } from "@reprise/model";
import { savedChangeSchema } from "@reprise/model/schema";

/** A record as it was parsed, of any version. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** One line after the manifest, without its newline. `seq` counts from 1 in each file. */
export function recordText(seq: number, at: Timestamp, change: SavedChange): string {
  return JSON.stringify({ seq, at, ...change });
}

/** Null: not a record. */
export function parseRecord(text: string): StoredRecord | null {
  const value = tryParseJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as StoredRecord) : null;
}

/** Null: not a change of the present version. */
export function changeIn({ seq, at, ...body }: StoredRecord): SavedChange | null {
  const change = savedChangeSchema.safeParse(body);
  return change.success ? change.data : null;
}
