import type { StoredRecord } from "../record.ts";

/** Version 1 had the whole output in the exec: `buffer`, `ansiBuffer` and `truncatedBytes`. */
export function execFrom1(record: StoredRecord): readonly StoredRecord[] {
  if (record.type !== "exec" || typeof record.exec !== "object" || record.exec === null) return [record];
  const { buffer, ansiBuffer, truncatedBytes, ...exec } = record.exec as Record<string, unknown>;
  const changed = { ...record, exec: { ...exec, droppedCount: truncatedBytes ?? 0 } };
  if (typeof buffer !== "string" || buffer === "") return [changed];
  const { at } = record;
  const ansi = typeof ansiBuffer === "string" ? ansiBuffer : null;
  return [changed, { at, type: "output", exec: exec.id, text: buffer, ansi, isWhole: true }];
}
