const longest = 2_000;
const most = 50;

/** A value as one line, the beginning of what is long in it; never throws, and never walks a string of megabytes. */
export function briefJson(value: unknown): string {
  if (typeof value === "string") return value.slice(0, longest);
  try {
    return JSON.stringify(value, (_, part: unknown) => shortened(part)) ?? "";
  } catch {
    return String(value);
  }
}

function shortened(part: unknown): unknown {
  if (typeof part === "string" && part.length > longest) return `${part.slice(0, longest)}…`;
  return Array.isArray(part) && part.length > most ? [...part.slice(0, most), "…"] : part;
}
