import { isDeeperThan } from "./parse-json.ts";

/** Indentation multiplies the size of nested values: large and deep ones are not indented. */
const mostIndentedLength = 1_000_000;
const mostIndentedLevels = 20;

/** An agent's value for people to read: text unchanged, anything else as JSON, indented unless huge or deep. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  const compact = JSON.stringify(value);
  const isPlain = compact.length > mostIndentedLength || isDeeperThan(value, mostIndentedLevels);
  return isPlain ? compact : JSON.stringify(value, null, 2);
}
