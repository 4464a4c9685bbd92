/** Reads foreign JSON: missing values and values of another type are empty. */
export type Json = Record<string, unknown>;

export function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a message's content, given as text or as parts with a `text` each. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => textOf(part.text))
    .join("");
}
