import type { Span } from "../patterns/pattern-scanner.ts";
import type { Secret } from "./secret.ts";

/** What was recognised and what else was found, such as by the person's own patterns, as one list in order. Overlapping ones become one. */
export function joinSecrets(
  recognised: readonly Secret[],
  matched: readonly (Span & Partial<Pick<Secret, "kind">>)[],
): readonly Secret[] {
  if (matched.length === 0) return recognised;
  const all = [...recognised, ...matched.map((span) => ({ kind: "pattern", ...span }))];
  const joined: Secret[] = [];
  for (const secret of all.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || secret.start >= last.end) joined.push(secret);
    else joined[joined.length - 1] = { ...last, end: Math.max(last.end, secret.end) };
  }
  return joined;
}
