import { tryParseJson } from "@reprise/model";

const mayStream = /[dD]elta|[cC]hunk|[pP]artial/;
const streamKey = /delta|chunk|partial/i;
const nameKey =
  /(?:id|type|method|role|name|status|reason|kind|timestamp|model|stream|phase|event|session|version|level|source)$/i;
const mostName = 128;
/** Notifications name their type in the outer objects. */
const mostDepth = 2;

/**
 * A line of agent output with each streamed piece of text replaced by `[12 characters]`; other lines are unchanged.
 * A secret split over several lines cannot be recognised in any of them.
 */
export function withoutStreamedText(line: string): string {
  const value = mayStream.test(line) ? tryParseJson(line) : null;
  return isStreaming(value, 0) ? JSON.stringify(value, withoutText) : line;
}

function isStreaming(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > mostDepth) return false;
  return Object.entries(value).some(
    ([key, member]) =>
      (streamKey.test(key) && member !== false && member !== null) ||
      (typeof member === "string" && nameKey.test(key) && streamKey.test(member.slice(0, mostName))) ||
      isStreaming(member, depth + 1),
  );
}

function withoutText(key: string, value: unknown): unknown {
  if (typeof value === "string")
    return value === "" || (nameKey.test(key) && value.length <= mostName) ? value : `[${value.length} characters]`;
  const isBytes = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "number");
  return isBytes ? `[${value.length} bytes]` : value;
}
