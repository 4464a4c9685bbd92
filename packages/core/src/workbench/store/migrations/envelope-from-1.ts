import type { StoredRecord } from "../record.ts";

/** Version 1 had `ts` in milliseconds, `kind` for `type`, and no `seq`. */
export function envelopeFrom1({ ts, kind, ...body }: StoredRecord): readonly StoredRecord[] {
  const at = typeof ts === "number" ? new Date(ts).toISOString() : null;
  return [{ at, type: kind, ...body }];
}
