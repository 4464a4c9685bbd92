/** The first non-null reason. */
export function firstOf<Value>(
  values: readonly Value[],
  refusalOf: (value: Value, index: number) => string | null,
): string | null {
  for (const [index, value] of values.entries()) {
    const refusal = refusalOf(value, index);
    if (refusal !== null) return refusal;
  }
  return null;
}

export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}

/** OpenAI: `^[a-zA-Z0-9_-]+$`, with a maximum length. */
export function nameRefusal(name: unknown, path: string, most: number): string | null {
  if (typeof name !== "string" || name === "")
    return `Invalid '${path}': empty string. Expected a string with minimum length 1.`;
  if (name.length > most)
    return `Invalid '${path}': string too long. Expected a string with maximum length ${most}, but got a string with length ${name.length} instead.`;
  if (!/^[a-zA-Z0-9_-]+$/.test(name))
    return `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  return null;
}

export function idRefusal(id: unknown, path: string, most: number): string | null {
  if (typeof id !== "string" || id === "")
    return `Invalid '${path}': empty string. Expected a string with minimum length 1.`;
  return id.length > most
    ? `Invalid '${path}': string too long. Expected a string with maximum length ${most}, but got a string with length ${id.length} instead.`
    : null;
}

export function oneOf(value: unknown, path: string, known: readonly string[]): string | null {
  if (typeof value === "string" && known.includes(value)) return null;
  const names = known.map((name) => `'${name}'`).join(", ");
  return `Invalid value: '${String(value)}' at ${path}. Supported values are: ${names}.`;
}

export function firstTwice(ids: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}
