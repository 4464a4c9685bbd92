const most = 50;

/** A value on one line, its long strings and lists cut; never throws, never walks a string of megabytes. */
export function briefValue(value: unknown, longest = 2_000): string {
  if (typeof value === "string") return value.slice(0, longest);
  try {
    return JSON.stringify(value, (_, part: unknown) => shortened(part, longest)) ?? "";
  } catch {
    return String(value);
  }
}

function shortened(part: unknown, longest: number): unknown {
  if (typeof part === "string" && part.length > longest) return `${part.slice(0, longest)}…`;
  return Array.isArray(part) && part.length > most ? [...part.slice(0, most), "…"] : part;
}
