import { type Item, SessionError } from "@reprise/model";

/** Words and "quoted phrases" of a query, in lower case. */
export function termsIn(text: string): string[] {
  const terms = [...text.matchAll(/"([^"]*)(?:"|$)|[^\s"]+/g)].map(({ 0: bare, 1: quoted }) =>
    (quoted ?? bare).trim().toLowerCase(),
  );
  const wanted = terms.filter((term) => term !== "");
  if (wanted.length === 0) throw new SessionError("bad-use", "There is nothing to search for.");
  return wanted;
}

/** A line around the first term; null unless each term starts a word in the item. */
export function matchesAll(item: Item, terms: readonly string[]): string | null {
  const { id: _id, at: _at, origin: _origin, kind, ...said } = item;
  if (kind === "opaque") return null;
  const text = flat(said);
  const small = text.toLowerCase();
  const places = terms.map((term) => placeOf(small, term));
  const [first] = places;
  if (first === undefined || places.includes(-1)) return null;
  return text
    .slice(Math.max(0, first - 40), first + 80)
    .replace(/\s+/g, " ")
    .trim();
}

function placeOf(text: string, term: string): number {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "") || !/[a-z0-9]/.test(term[0] ?? "")) return at;
  }
  return -1;
}

function flat(value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(flat).join("\n");
}
