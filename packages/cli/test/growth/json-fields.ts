/** A place in a JSON value: keys and indexes from the root. */
export type FieldPath = readonly (string | number)[];

const placeholder = "\u0001placeholder\u0001";

/** Every place in the value, containers before what they hold. */
export function fieldsOf(value: unknown): FieldPath[] {
  const found: FieldPath[] = [];
  const pending: { value: unknown; path: FieldPath }[] = [{ value, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.path.length > 0) found.push(next.path);
    if (typeof next.value !== "object" || next.value === null) continue;
    const keys = Array.isArray(next.value) ? next.value.keys() : Object.keys(next.value);
    for (const key of keys)
      pending.push({ value: (next.value as Record<string, unknown>)[key], path: [...next.path, key] });
  }
  return found;
}

export function fieldAt(value: unknown, path: FieldPath): unknown {
  let at = value;
  for (const key of path) at = (at as Record<string | number, unknown> | null | undefined)?.[key];
  return at;
}

/** The JSON text of a value in which the fields at `paths` are replaced by `json`, which may be nested too deeply for a value. */
export function withFields(value: unknown, paths: readonly FieldPath[], json: string): string {
  const copy: unknown = structuredClone(value);
  for (const path of paths) {
    const holder = fieldAt(copy, path.slice(0, -1)) as Record<string | number, unknown>;
    holder[path.at(-1) ?? ""] = placeholder;
  }
  return JSON.stringify(copy).replaceAll(JSON.stringify(placeholder), () => json);
}
