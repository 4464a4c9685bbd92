import type { ItemBody } from "@reprise/model";

/** The agent's log has all of it; this is enough to watch a run, and to know what was lost with a log. */
const mostCharacters = 32 * 1024;

/** An item as journals hold it: long texts are cut in the middle, images are left out. */
export function recordedBody(item: ItemBody): ItemBody {
  const { image: _, ...body } = item as ItemBody & { image?: unknown };
  return cut(body, 0) as ItemBody;
}

/** Deeper than any item of ours. */
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
