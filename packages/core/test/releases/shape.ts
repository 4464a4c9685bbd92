/** The keys of JSON values without their content: `item.status string`. What they have in common with others is told once. */
export class Shapes {
  readonly #kinds = new Map<string, Set<string>>();

  add(kind: string, value: unknown): void {
    const known = this.#kinds.get(kind) ?? new Set<string>();
    this.#kinds.set(kind, known);
    for (const row of rowsOf(value, "", 0)) known.add(row);
  }

  toJSON(): Readonly<Record<string, readonly string[]>> {
    const kinds = [...this.#kinds].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(kinds.map(([kind, rows]) => [kind, [...rows].sort()]));
  }
}

const deepest = 5;
/** A key that is a name; ids and paths as keys say nothing of a release. */
const isName = (key: string) => /^[$A-Za-z_][\w$-]{0,50}$/.test(key) && !/\d{4}|[0-9a-f]{8}-/.test(key);

function rowsOf(value: unknown, path: string, depth: number): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => rowsOf(one, `${path}[]`, depth)))];
  if (typeof value !== "object" || value === null) return [`${path} ${value === null ? "null" : typeof value}`];
  if (depth === deepest) return [`${path} object`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${path} object`];
  return entries.flatMap(([key, part]) =>
    rowsOf(part, `${path === "" ? "" : `${path}.`}${isName(key) ? key : "*"}`, depth + 1),
  );
}
