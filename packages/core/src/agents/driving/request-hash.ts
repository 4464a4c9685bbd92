import { createHash } from "node:crypto";
import { type Foreign, isForeign } from "../foreign.ts";

/** Changes whenever a hash covers more than before, so approvals saved under an older format match nothing. */
const format = "2:";

/**
 * Identifies one exact request. Null if a required part is missing: then it is never saved, and never answered from a saved approval.
 * Optional parts count if given.
 */
export function requestHash(required: Foreign, optional: Foreign = {}): string | null {
  if (Object.values(required).some(isMissing)) return null;
  const given = Object.fromEntries(Object.entries(optional).filter(([, part]) => part != null));
  const text = JSON.stringify([required, given], (_, part) => (isForeign(part) ? sorted(part) : part));
  return `${format}${createHash("sha256").update(text).digest("hex")}`;
}

export function isRequestHash(hash: unknown): hash is string {
  return typeof hash === "string" && hash.startsWith(format) && hash.length === format.length + 64;
}

function isMissing(part: unknown): boolean {
  if (part == null || part === "") return true;
  if (Array.isArray(part)) return part.length === 0;
  return isForeign(part) && Object.keys(part).length === 0;
}

/** Agents may write object fields in any order. */
function sorted(fields: Foreign): Foreign {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
