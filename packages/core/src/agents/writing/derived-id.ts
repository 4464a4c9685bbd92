import { digestOf } from "../../host/digest.ts";

/** A deterministic id in UUID form: writing the same parts again gives the same id. */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hex = digestOf(JSON.stringify(parts));
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
