import { isDeeperThan } from "./parse-json.ts";

/** Indentation multiplies the size of a nested value: large and deep ones go without. */
const mostIndentedLength = 1_000_000;
const mostIndentedLevels = 20;

/** A value of an agent for people to read: text as it is, anything else as JSON, indented unless it is huge or deep. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  const compact = JSON.stringify(value);
  const isPlain = compact.length > mostIndentedLength || isDeeperThan(value, mostIndentedLevels);
  return isPlain ? compact : JSON.stringify(value, null, 2);
}
