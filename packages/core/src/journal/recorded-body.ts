import type { ItemBody } from "@reprise/model";

/** Enough to watch a run; the agent's log has everything. */
const mostCharacters = 32 * 1024;

/** Truncates long texts in the middle and drops images. */
export function recordedBody(item: ItemBody): ItemBody {
  const { image: _, ...body } = item as ItemBody & { image?: unknown };
  return cut(body, 0) as ItemBody;
}

const mostDepth = 12;

function cut(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cutText(value);
  if (depth > mostDepth) return null;
  if (Array.isArray(value)) return value.map((one) => cut(one, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, depth + 1)]));
}

function cutText(text: string): string {
  if (text.length <= mostCharacters) return text;
  const half = mostCharacters / 2;
  const left = text.length - 2 * half;
  return `${text.slice(0, half).toWellFormed()}\n[${left} characters left out]\n${text.slice(-half).toWellFormed()}`;
}
