import { isForeign } from "../foreign.ts";

/** A copy with the paths in these fields mapped; null if nothing changes. */
export function withMappedFields(
  value: unknown,
  fields: readonly string[],
  mapped: (path: string) => string,
): Record<string, unknown> | null {
  if (!isForeign(value)) return null;
  const changes = fields.flatMap((field): [string, unknown][] => {
    const was = value[field];
    const is = Array.isArray(was) ? was.map((one) => mapOne(one, mapped)) : mapOne(was, mapped);
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [[field, is]];
  });
  return changes.length === 0 ? null : { ...value, ...Object.fromEntries(changes) };
}

function mapOne(value: unknown, mapped: (path: string) => string): unknown {
  return typeof value === "string" ? mapped(value) : value;
}
